"""Makes trends of many kinds and writes what Apache Otava says of each, one JSON object a line."""

import json
import math
import random
import warnings

from otava import analysis
from scipy.stats import ttest_ind_from_stats as student

ASKED = [(50, 0.001, 0.0), (50, 0.001, 0.05), (30, 0.01, 0.03)]

NOISE = {
    "normal": lambda r: r.gauss(0, 1),
    "tails": lambda r: r.gauss(0, 1) / math.sqrt(r.gammavariate(1.5, 1 / 1.5)),  # Student's t, 3 degrees
    "skewed": lambda r: (r.lognormvariate(0, 0.8) - 1) / 1.2,
    "slow runs": lambda r: r.gauss(0, 0.5) + (r.expovariate(0.5) if r.random() < 0.1 else 0),
    "two modes": lambda r: r.choice([-1, 1]) + r.gauss(0, 0.2),
}


def step(at, by):
    return lambda i, n: 1 + by if i >= at else 1


def steps(*changes):
    return lambda i, n: math.prod(1 + by for at, by in changes if i >= at)


def level(i, n):
    return 1


def trends():
    """Yields a name and values; the name seeds the noise."""

    def trend(name, n, shape=level, spread=0.03, noise="normal", digits=4):
        r = random.Random(name)
        raw = [0.8 * shape(i, n) * (1 + spread * NOISE[noise](r)) for i in range(n)]
        return name, [float(f"%.{digits}g" % x) for x in raw]

    for n in (3, 30, 200):
        yield f"constant, {n}", [1.0] * n
    yield "constant 0.1", [0.1] * 60
    yield "exact step", [4.0] * 20 + [5.0] * 20
    yield "exact step, newest value", [4.0] * 20 + [5.0]
    yield "exact steps and back", [4.0] * 30 + [5.0] * 30 + [4.0] * 30
    yield "exact spike", [4.0] * 30 + [8.0] + [4.0] * 30
    yield "exact, from zero", [0.0] * 20 + [2.0] * 20
    yield "alternating", [1.0, 1.1] * 40
    yield "alternating, then higher", [1.0, 1.1] * 20 + [1.2, 1.3] * 20
    yield "ramp", [1 + i / 100 + i * i % 7 / 1000 for i in range(100)]
    for n in (3, 4, 5, 6, 7, 8, 10, 15, 20):
        yield trend(f"short, {n}", n, step(n // 2, 0.5), 0.02)
    for n in (3, 5, 10, 20):
        yield trend(f"short, no step, {n}", n)
    for by in (-0.2, -0.1, -0.05, 0.02, 0.05, 0.1, 0.2, 1):
        yield trend(f"step {by:+}", 100, step(60, by))
    for left in (1, 2, 3, 4, 6, 10):
        yield trend(f"step +0.1, {left} ago", 120, step(120 - left, 0.1))
    for at in (1, 2, 5):
        yield trend(f"step -0.1 at {at}", 80, step(at, -0.1))
    yield trend("stairs up", 300, lambda i, n: 1 + 0.1 * (i // 60))
    yield trend("stairs down, narrow", 200, lambda i, n: 1 - 0.04 * (i // 12), 0.01)
    yield trend("up and back", 150, steps((50, 0.15), (100, -0.13)))
    yield trend("up and back at once", 150, steps((70, 0.2), (75, -1 / 6)))
    yield trend("several steps", 500, steps((40, 0.1), (55, -0.08), (160, 0.2), (300, -0.3), (410, 0.06)), 0.04)
    yield trend("several steps, skewed", 500, steps((90, 0.1), (200, 0.1), (350, -0.2)), 0.05, "skewed")
    yield trend("many steps", 400, lambda i, n: 1 + 0.1 * (i // 20 % 3), 0.02)
    yield trend("slow drift up", 200, lambda i, n: 1 + 0.1 * i / n, 0.02)
    yield trend("slow drift down", 500, lambda i, n: 1 - 0.3 * i / n)
    yield trend("drift, then step", 250, lambda i, n: 1 + 0.05 * i / n + (0.1 if i >= 180 else 0), 0.02)
    yield trend("seasons", 300, lambda i, n: 1 + 0.05 * math.sin(i / 15), 0.02)
    yield trend("outlier", 100, lambda i, n: 1.5 if i == 40 else 1)
    yield trend("outlier, newest", 100, lambda i, n: 1.5 if i == n - 1 else 1)
    yield trend("outlier down", 100, lambda i, n: 0.5 if i == 70 else 1)
    yield trend("two outliers", 100, lambda i, n: 1.4 if i in (30, 31) else 1)
    yield trend("spikes", 200, lambda i, n: 1.6 if i % 17 == 0 else 1)
    yield trend("spikes and a step", 200, lambda i, n: (1.6 if i % 17 == 0 else 1) * (1.1 if i > 110 else 1))
    yield trend("wider from the middle", 200, lambda i, n: 1 + (0.15 * math.sin(i * i) if i > 100 else 0), 0.01)
    yield trend("spread grows", 300, lambda i, n: 1 + 0.2 * i / n * math.cos(i**2), 0.02)
    for spread in (0.01, 0.02, 0.05, 0.1, 0.15):
        for noise in ("normal", "skewed", "slow runs"):
            yield trend(f"no step, {noise} {spread}", 150, level, spread, noise)
        yield trend(f"step +0.1, skewed {spread}", 150, step(100, 0.1), spread, "skewed")
        yield trend(f"step -0.2, slow runs {spread}", 150, step(70, -0.2), spread, "slow runs")
    yield trend("no step, heavy tails", 500, noise="tails")
    yield trend("step +0.1, heavy tails", 300, step(200, 0.1), noise="tails")
    yield trend("no step, two modes", 200, level, 0.05, "two modes")
    yield trend("step, two modes", 200, step(120, 0.08), 0.05, "two modes")
    yield trend("few digits", 300, step(200, 0.03), 0.02, digits=2)
    r = random.Random("walk")
    x = 1.0
    yield "random walk", [x := float("%.5g" % (x * math.exp(r.gauss(0, 0.01)))) for _ in range(300)]


def unbiased(mean1, std1, n1, mean2, std2, n2, alternative):
    """Student's test with the standard deviations that it is defined for: divided by n - 1, not by n."""
    std1 *= math.sqrt(n1 / max(1, n1 - 1))
    std2 *= math.sqrt(n2 / max(1, n2 - 1))
    return student(mean1, std1, n1, mean2, std2, n2, alternative=alternative)


def merge(points, values, max_p, effect):
    """Otava's merging, but with all numbers as of the points that are left."""
    tester = analysis.TTestSignificanceTester(max_p)
    while points:
        intervals = tester.get_intervals(points)
        points = [tester.change_point(c.to_candidate(), values, intervals) for c in points]
        weakest = max(points, key=lambda c: c.stats.pvalue)
        if weakest.stats.pvalue < max_p:
            weakest = min(points, key=lambda c: c.stats.change_magnitude())
            if weakest.stats.change_magnitude() > effect:
                break
        points.remove(weakest)
    return points


STOCK = student, analysis.merge
CORRECTED = unbiased, merge


def ask(values, window, max_p, effect, version):
    """Returns the weak points' indexes and the change points."""
    analysis.ttest_ind_from_stats, analysis.merge = version
    weak = [int(c.index) for c in analysis.split(list(values), window, 10 * max_p)]
    return weak, analysis.compute_change_points(list(values), window, max_p, effect)[0]


def point(c):
    s = c.stats
    numbers = {"before": s.mean_1, "after": s.mean_2, "stdBefore": s.std_1, "stdAfter": s.std_2, "p": s.pvalue}
    return {"index": int(c.index)} | {key: float("%.9g" % x) for key, x in numbers.items()}


def answer(values, window, max_p, effect):
    stock_weak, stock = ask(values, window, max_p, effect, STOCK)
    weak, points = ask(values, window, max_p, effect, CORRECTED)
    said = {"window": window, "maxP": max_p, "minEffect": effect, "weak": weak, "points": [point(c) for c in points]}
    if stock_weak != weak:
        said["stockWeak"] = stock_weak
    if stock != points:
        said["stock"] = [int(c.index) for c in stock]
    return said


def main():
    warnings.simplefilter("ignore")  # of variances of zero
    for name, values in trends():
        otava = [answer(values, *asked) for asked in ASKED]
        print(json.dumps({"name": name, "values": values, "otava": otava}, separators=(",", ":")))


if __name__ == "__main__":
    main()
