# SPDX-License-Identifier: Apache-2.0
"""Leaves points of lines out, for land.py."""

import numpy


def apart(points, starts, ends):
    """From points to segments, in degrees of latitude; all three of shape (count, 2) as longitude and latitude."""
    east = numpy.cos(numpy.radians(points[:, 1]))
    px, py = (points[:, 0] - starts[:, 0]) * east, points[:, 1] - starts[:, 1]
    ex, ey = (ends[:, 0] - starts[:, 0]) * east, ends[:, 1] - starts[:, 1]
    length = ex * ex + ey * ey
    share = numpy.clip((px * ex + py * ey) / numpy.where(length == 0, 1, length), 0, 1)
    return numpy.hypot(px - share * ex, py - share * ey)


def kept(points, sizes, tolerances):
    """Which points Douglas and Peucker's method keeps of lines that follow each other.

    points: shape (count, 2); sizes: the points of each line; tolerances: for each point, in degrees of latitude. All
    lines are split at once, again and again, until no point is farther away than its tolerance.
    """
    firsts = numpy.cumsum(sizes) - sizes
    lasts = firsts + sizes - 1
    keeps = numpy.zeros(len(points), bool)
    keeps[firsts] = keeps[lasts] = True
    from_, to = numpy.repeat(firsts, sizes), numpy.repeat(lasts, sizes)
    inner = numpy.flatnonzero(~keeps)
    from_, to = from_[inner], to[inner]
    while len(inner):
        far = apart(points[inner], points[from_], points[to]) / tolerances[inner]
        begins = numpy.flatnonzero(numpy.diff(from_, prepend=-1))
        lengths = numpy.diff(begins, append=len(inner))
        most = numpy.maximum.reduceat(far, begins)
        places = numpy.where(far == numpy.repeat(most, lengths), inner, len(points))
        splits = numpy.minimum.reduceat(places, begins)
        keeps[splits[most > 1]] = True
        is_split = numpy.repeat(most > 1, lengths)
        split = numpy.repeat(splits, lengths)
        stays = is_split & (inner != split)
        is_before = inner < split
        from_, to = numpy.where(is_before, from_, split)[stays], numpy.where(is_before, split, to)[stays]
        inner = inner[stays]
    return keeps
