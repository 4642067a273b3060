"""Rows of the table that compare.py writes: an earlier program, this one, and another beside it, in the same run."""
import statistics

RUNS = 5


def rounds(measure, *sides):
    """What each side did in each round; no side is always the first."""
    found = []
    for number in range(RUNS):
        order = sides if number % 2 == 0 else sides[::-1]
        one = {id(side): measure(side) for side in order}
        found.append(tuple(one[id(side)] for side in sides))
    return found


class Row:
    """One figure: in each round, that of the earlier program, of this one, and of another; `None` where there is none.

    The goal is for the ratio to `peer`, if there is one, unless `judges_ratio` says that it is for the figure itself.
    """

    def __init__(self, name, rounds, peer=None, least=None, most=None, judges_ratio=True):
        self.name, self.peer, self.least, self.most, self.judges_ratio = name, peer, least, most, judges_ratio
        self.sides = [[one[side] for one in rounds if one[side] is not None] for side in range(3)]
        self.ratios = [one[1] / one[2] for one in rounds] if peer else []

    @property
    def judged(self):
        return statistics.median(self.ratios if self.ratios and self.judges_ratio else self.sides[1])

    @property
    def is_met(self):
        return (self.least is None or self.judged >= self.least) and (self.most is None or self.judged <= self.most)

    def markdown(self):
        before, now, other = (number(statistics.median(side)) if side else "–" for side in self.sides)
        goal = f"≥ {self.least}" if self.least else f"≤ {self.most}" if self.most else "–"
        if self.peer and self.judges_ratio and goal != "–":
            goal = f"ratio {goal}"
        ratio = "–"
        if self.peer:
            ratio = f"{statistics.median(self.ratios):.2f} ({min(self.ratios):.2f} to {max(self.ratios):.2f})"
            other = f"{other} ({self.peer})"
        return f"| {self.name} | {before} | {now} | {other} | {ratio} | {goal}{'' if self.is_met else ', missed'} |"


def number(value):
    """The number with three significant digits."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"
