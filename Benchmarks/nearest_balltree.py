# SPDX-License-Identifier: Apache-2.0
"""Draw places and queries, time scikit-learn's BallTree on them, and keep its distances for places-benchmark to check.

Writes PREFIX.places.f64 and PREFIX.queries.f64 (pairs of latitude and longitude in degrees) and PREFIX.distances.f64
(ten great-circle distances in metres for each query).
"""

import argparse
import time

import numpy as np
from sklearn.neighbors import BallTree

RADIUS = 6371008.8


def draw(generator, count):
    """A third all over the sphere, a third in two hundred towns, the rest near the poles and the antimeridian."""
    third = count // 3
    sphere = np.column_stack(
        [np.degrees(np.arcsin(generator.uniform(-1, 1, third))), generator.uniform(-180, 180, third)]
    )
    towns = np.column_stack([generator.uniform(-60, 60, 200), generator.uniform(-170, 170, 200)])
    clustered = towns[generator.integers(0, 200, third)] + generator.normal(0, 0.05, (third, 2))
    rest = count - 2 * third
    poles = np.column_stack(
        [
            np.where(generator.random(rest) < 0.5, 1, -1) * (90 - generator.exponential(1, rest)),
            generator.uniform(-180, 180, rest),
        ]
    )
    seam = np.column_stack(
        [
            generator.uniform(-70, 70, rest),
            np.where(generator.random(rest) < 0.5, 1, -1) * (180 - generator.exponential(0.5, rest)),
        ]
    )
    return np.vstack([sphere, clustered, np.where(generator.random((rest, 1)) < 0.5, poles, seam)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prefix")
    parser.add_argument("--places", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = np.random.default_rng(arguments.seed)
    places = draw(generator, arguments.places)
    queries = draw(generator, arguments.queries)
    places.astype("<f8").tofile(arguments.prefix + ".places.f64")
    queries.astype("<f8").tofile(arguments.prefix + ".queries.f64")

    start = time.process_time()
    tree = BallTree(np.radians(places), metric="haversine")
    built = time.process_time()
    distances, _ = tree.query(np.radians(queries), k=10)
    done = time.process_time()
    memory = sum(array.nbytes for array in tree.get_arrays()) / 2**20
    (distances * RADIUS).astype("<f8").tofile(arguments.prefix + ".distances.f64")
    print(
        f"build {built - start:.2f} s, {memory:.0f} MiB, nearest 10 {(done - built) / len(queries) * 1e6:.1f} us a "
        "query"
    )


main()
