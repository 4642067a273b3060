"""The table of figures: what stands beside what, their ratio, and the goal."""


def heading(text):
    print(f"\n{text:<76} {'ratio':>7}   goal", flush=True)


def row(text, ratio="", goal=""):
    figure = f"{ratio:.2f}" if isinstance(ratio, float) else ratio
    print(f"  {text:<74} {figure:>7}   {goal}".rstrip(), flush=True)
