"""The picture that both programs draw: 80 wafers in a row that turns, and 600 tokens on their way.

Plain arithmetic, so that both draw the same things at the same places: in pixels of 1920x1080,
the origin at the top left.
"""

SIZE = (1920, 1080)
FPS = 60
SECONDS = 2
FRAMES = FPS * SECONDS
COLUMNS, ROWS = 10, 8
TOKENS = 600
SPEED = 1.5  # wafers a second
RADIUS = 5.0
WAFER = 96.0
PITCH = (180.0, 125.0)
EDGE = 3.0
GROUND, BODY, RIM, TOKEN = "#10141B", "#1D2530", "#5B6B80", "#FFB454"


def wafers():
    """The middle of each wafer, in the order in which a token visits them."""
    wide, high = PITCH
    left = (SIZE[0] - (COLUMNS - 1) * wide) / 2
    top = (SIZE[1] - (ROWS - 1) * high) / 2
    rows = [
        [(left + column * wide, top + row * high) for column in range(COLUMNS)]
        for row in range(ROWS)
    ]
    return [place for n, row in enumerate(rows) for place in (row if n % 2 == 0 else row[::-1])]


_PLACES = wafers()
_HOPS = len(_PLACES) - 1


def token(number, t):
    """Where a token is at a second: equally far apart, from wafer to wafer, then from the first."""
    way = (number * _HOPS / TOKENS + SPEED * t) % _HOPS
    hop = int(way)
    share = way - hop
    (x, y), (to_x, to_y) = _PLACES[hop], _PLACES[hop + 1]
    return x + (to_x - x) * share, y + (to_y - y) * share
