"""URLs of OAuth2, with the names by which allauth finds them."""

from allauth.idp.oidc import views
from django.urls import include, path

from accounts.identity import oauth_endpoints

endpoints = [
    path("authorize/", oauth_endpoints.ConsentView.as_view(), name="authorization"),
    path("token/", oauth_endpoints.give_tokens, name="token"),
    path("revoke/", oauth_endpoints.revoke_token, name="revoke"),
    path("userinfo/", oauth_endpoints.show_user, name="userinfo"),
    path("keys/", views.jwks, name="jwks"),
]
app_name = "idp"
urlpatterns = [path("", include((endpoints, "oidc")))]
