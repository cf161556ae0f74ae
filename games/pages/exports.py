"""The page of the monthly files of ranked games, and their download."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from density.platform import limits
from games.records import exports


@require_safe
def show_exports(request: HttpRequest) -> HttpResponse:
    """Show all files with games, size and checksum (templates/games/exports.html)."""
    files = [
        {**file, "begins": exports.Month.read(file["month"]).begins.date()}
        for file in exports.read_index(exports.export_folder())["files"]
    ]
    return render(request, "games/exports.html", {"files": files})


@require_safe
def show_index(request: HttpRequest) -> HttpResponse:
    """Return the index of the files as JSON."""
    index = exports.read_index(exports.export_folder())
    answer = JsonResponse(index)
    patch_cache_control(answer, public=True, no_cache=True)
    return answer


@require_safe
def download_export(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file of the index with its checksum as ETag; 404 for other names."""
    folder = exports.export_folder()
    entries = {entry["file"]: entry for entry in exports.read_index(folder)["files"]}
    if name not in entries:
        raise Http404
    limits.count_use("exports", limits.client_network(request))
    tag = quote_etag(entries[name]["sha256"])
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = HttpResponse((folder / name).read_bytes(), content_type="application/zstd")
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        # keeps GZipMiddleware from compressing it again
        answer["Content-Encoding"] = "identity"
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, no_cache=True)
    return answer
