"""The table of figures: two sides, their ratio, and the goal."""
import statistics

RUNS = 5


def heading(text):
    print(f"\n{text:<76} {'ratio':>7}   goal", flush=True)


def row(text, ratio="", goal=""):
    figure = f"{ratio:.2f}" if isinstance(ratio, float) else ratio
    print(f"  {text:<74} {figure:>7}   {goal}".rstrip(), flush=True)


def beside(name, ours, theirs, goal):
    """Loads two sides in turn; writes the median ratio, its spread, and the rates."""
    pairs = [(ours(), theirs()) for _ in range(RUNS)]
    ratios = sorted(one / two for one, two in pairs)
    row(f"{name} ({ratios[0]:.2f} to {ratios[-1]:.2f})", statistics.median(ratios), goal)
    row(f"  {statistics.median(one for one, _ in pairs):.0f} a second, {statistics.median(two for _, two in pairs):.0f} beside")
