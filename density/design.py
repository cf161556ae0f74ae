"""A page with every component in every state, in both themes, for designers."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import ranks, tiers

FACES = ("Co9", "Ye5", "Tu10", "Re5", "Bl10", "Pu3", "Si4", "Go10", "Aq5", "Wh6", "Bk6")
# the sizes of the design, largest first: hand, center, discard, on phones, in a seat
SIZES = ("hand", "centre", "discard", "small", "tiny")
SIGNS = ("nod", "clap", "think", "wow", "oops", "wave")
# cards of Rock Paper Scissors Extreme: suit, code, shape, and the sign that they belong to
ITEMS = (
    ("diamond", "Di", "totem", "rock"),
    ("golden", "Go", "scroll", "paper"),
    ("onyx", "On", "athame", "scissors"),
    ("silver", "Si", "totem", "rock"),
    ("ruby", "Ru", "scroll", "paper"),
    ("purple", "Pu", "bottle", "rock"),
    ("green", "Gr", "bottle", "paper"),
    ("blue", "Bl", "bottle", "scissors"),
    ("red", "Re", "bottle", "rock"),
    ("rainbow", "Ra", "bottle", ""),
    ("black", "Bk", "bottle", ""),
    ("sparkly", "Sp", "bottle", ""),
)
SEATS = (
    {"name": "Kestrel", "words": "Playing, 8 s", "tone": "go", "turn": True, "ring": 40},
    {"name": "Ola", "words": "On bank, 0:41", "tone": "stake", "turn": True, "ring": 60},
    {"name": "Tomasz", "words": "Away, AI in 22 s", "sign": "away"},
    {"name": "Tomasz", "words": "AI is playing", "sign": "ai"},
    {"name": "Ola", "words": "Surrendered, −2", "status": "surrendered"},
    {"name": "Kestrel", "words": "Out, 4th", "status": "out"},
)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return all components (templates/design.html); 404 unless DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    context = {
        "themes": ("dark", "light"),
        "faces": FACES,
        "sizes": SIZES,
        "signs": SIGNS,
        "items": [dict(zip(("suit", "code", "shape", "sign"), row, strict=True)) for row in ITEMS],
        "item_sizes": ("centre", "discard", "tiny"),
        "seats": SEATS,
        "badges": [ranks.badge(rung) for rung in range(len(tiers.TIERS) * len(tiers.STEPS))],
        "marks": ("", "legal", "selected", "drawn"),
    }
    return render(request, "design.html", context)
