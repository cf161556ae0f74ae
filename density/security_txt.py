"""Where to report a weakness of the site: /.well-known/security.txt, as RFC 9116 has it."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# for so long a copy of the page is good; RFC 9116 recommends less than a year
GOOD = timedelta(days=180)


@require_safe
@cache_control(max_age=24 * 3600, public=True)
def page(request: HttpRequest) -> HttpResponse:
    """Return the contact; 404 where the operator names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + GOOD).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _ in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(reverse('security-txt'))}",
    )
    text = "".join(f"{line}\n" for line in lines)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
