# SPDX-License-Identifier: Apache-2.0
"""What lies below the paths on maps: land without tiles, tiles of servers and files, and a line if they do not load."""

import json
import sqlite3
import struct
import zlib

from browser import OVERFLOW, ROOT, WIDTHS, BrowserTest, main
from test_day import Server as TileServer
from workspace_browser import HEADERS, WorkspaceBrowserTest

CREDIT = "GSHHG, Natural Earth, GeoNames"
GPX = """<gpx version="1.1"><trk><trkseg>{}</trkseg></trk></gpx>"""
# The pixels by which a map with land differs from one without, at the same view.
DIFFERENCE = """
const [places, zoom] = arguments;
const draw = (land) => {
  const kept = pageData.ground.land;
  pageData.ground.land = land ?? kept;
  const map = new GeoMap({ places });
  pageData.ground.land = kept;
  map.element.style.width = "600px";
  map.element.style.height = "400px";
  document.body.append(map.element);
  map.resized();
  map.zoom(zoom);
  map.draw();
  const data = map.canvas.getContext("2d").getImageData(0, 0, map.canvas.width, map.canvas.height).data;
  map.element.remove();
  return data;
};
const [one, other] = [draw(null), draw([])];
let count = 0;
for (let i = 0; i < one.length; i += 4) {
  if (one[i] !== other[i] || one[i + 1] !== other[i + 1] || one[i + 3] !== other[i + 3]) count += 1;
}
return count;
"""


def track(latitude, longitude):
    """Half an hour on foot to the north-east."""
    points = "".join(
        f'<trkpt lat="{latitude + step * 1e-4}" lon="{longitude + step * 1e-4}">'
        f"<time>2026-05-04T08:{step // 2:02}:{step % 2 * 30:02}Z</time></trkpt>"
        for step in range(60)
    )
    return GPX.format(points)


def picture(shade):
    """A PNG of one grey."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([shade]) * 256) * 256
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def mbtiles(path, zooms, credit="© <a href='https://example.org'>Map people</a>"):
    """A file of tiles around the sample day, near 47° N 8° E."""
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name text, value text)")
        file.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        file.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
        file.executemany("INSERT INTO metadata VALUES (?, ?)", [("format", "png"), ("attribution", credit)])
        for zoom in zooms:
            count = 2**zoom
            column, row = int((8 + 180) / 360 * count), int(0.352 * count)
            for x in range(max(0, column - 4), min(count, column + 5)):
                for y in range(max(0, row - 4), min(count, row + 5)):
                    file.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, x, count - 1 - y, picture(y % 200)))


class Land(BrowserTest):
    """Pages of one file without tiles."""

    def page(self, latitude, longitude):
        (self.folder / "walk.gpx").write_text(track(latitude, longitude))
        self.gaitway("trips", "--track", "walk.gpx", "--report", "walk.html", "--force", "--time-zone", "UTC")
        self.open("walk.html")
        self.settle()

    def test_coasts_borders_and_towns_are_drawn(self):
        # Near Dover, with the coast of both sides; on the Rhine at Basel; and in the middle of a country.
        for latitude, longitude in [(51.12, 1.31), (47.56, 7.6), (50.8, 9.7)]:
            self.page(latitude, longitude)
            places = [{"name": "", "latitude": latitude, "longitude": longitude, "radius": 20}]
            for zoom in [1 / 64, 1 / 512]:
                self.assertGreater(self.run_script(DIFFERENCE, places, zoom), 300, (latitude, zoom))
        self.assert_quiet_console()

    def test_the_data_is_credited_and_loads_nothing(self):
        self.page(51.12, 1.31)
        self.assertEqual(self.find(".map-credit").text, CREDIT)
        self.assertEqual(self.run_script("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual(self.find_all(".map-tiles"), [])
        self.assert_looks_right()

    def test_a_page_stays_small(self):
        self.page(51.12, 1.31)
        ground = self.run_script("return JSON.stringify(pageData.ground.land).length")
        self.assertLess(ground, 80_000)

    def test_a_view_without_a_town_says_where_it_is(self):
        self.page(46.98, 7.98)
        words = self.run_script(
            "const map = new GeoMap({places: [{name: '', latitude: 46.98, longitude: 7.98, radius: 9}]});"
            "document.body.append(map.element); map.resized(); map.draw(); return map.land.whereabouts();")
        self.assertRegex(words.replace("\u202f", " "), r"^\d+ km [a-z-]+ of (Bern|Luzern|Zürich)$")


class Tiles(WorkspaceBrowserTest):
    """Tiles in the rooms of a workspace."""

    def setUp(self):
        super().setUp()
        self.gaitway("trips", "--track", ROOT / "Datasets/day/day.gpx", "--store", self.place / "life.gaitway")

    def wait_for_pictures(self):
        return self.wait_for(
            """
            const images = [...document.querySelectorAll(".map-tiles img")].filter((image) => image.offsetParent);
            return images.length > 0 && images.every((image) => image.complete)
              && images.map((image) => image.naturalWidth);
            """)

    def test_land_comes_from_the_server(self):
        self.open_room("days")
        self.wait_for("return document.querySelector('.map-credit')?.textContent === arguments[0]", CREDIT)
        resources = "performance.getEntriesByType('resource').map((entry) => entry.name)"
        # The browser lists an answer a moment after the page has it.
        self.wait_for(f"return {resources}.some((name) => name.includes('/api/land?box='))")
        names = self.run_script(f"return {resources}")
        self.assertTrue(all(name.startswith(self.server.address("/")) for name in names), names)
        self.assert_quiet_console()

    def test_a_server_of_tiles_in_every_room(self):
        tiles = TileServer()
        self.addCleanup(tiles.stop)
        address = tiles.address.replace("127.0.0.1", "localhost")
        self.serve("--tiles", address + "/{z}/{x}/{y}.png", "--tiles-credit", "© nobody")
        for room in ["days", "alerts"]:
            self.open("about:blank")
            tiles.asked.clear()
            self.open_room(room)
            self.assertTrue(all(width == 256 for width in self.wait_for_pictures()), room)
            self.assertTrue(tiles.asked, room)
            for _, headers in tiles.asked:
                self.assertNotIn("Referer", headers)
                self.assertNotIn("Cookie", headers)
        self.wait_for("return document.querySelector('.map-credit').textContent === '© nobody'")
        self.assert_quiet_console()
        # A server whose rules ask for it learns the origin, never the token or the room.
        tiles.asked.clear()
        self.run_script(
            "pageData.ground.tiles.learnsOrigin = true;"
            "const map = new GeoMap({places: [{name: '', latitude: 1, longitude: 1, radius: 9}]});"
            "document.body.append(map.element); map.resized();")
        self.wait_for("return [...document.querySelectorAll('.map-tiles img')].every((image) => image.complete)")
        self.assertEqual({headers.get("Referer") for _, headers in tiles.asked}, {self.server.address("/")})

    def test_a_server_with_the_name_of_the_page_does_not_get_its_cookie(self):
        tiles = TileServer()
        self.addCleanup(tiles.stop)
        self.serve("--tiles", tiles.address + "/{z}/{x}/{y}.png")
        self.open_room("days")
        self.wait_for("return document.querySelector('.map-note')?.textContent.includes('Access-Control-Allow-Origin')")
        self.assertTrue(tiles.asked)
        for _, headers in tiles.asked:
            self.assertNotIn("Cookie", headers)

    def test_a_file_of_tiles(self):
        path = self.folder / "my region.mbtiles"
        path.unlink(missing_ok=True)
        mbtiles(path, range(0, 13))
        self.serve("--tiles", path)
        self.open_room("days")
        self.assertTrue(all(width == 256 for width in self.wait_for_pictures()))
        names = self.run_script("return [...document.querySelectorAll('.map-tiles img')].map((image) => image.src)")
        self.assertTrue(all("/tiles/12/" in name for name in names), names)
        self.assertEqual(self.find(".map-credit").text, "© Map people")
        self.assert_quiet_console()
        # Beyond the file's tiles a line says so, and land is drawn.
        self.run_script(
            "const map = new GeoMap({places: [{name: '', latitude: -33, longitude: 151, radius: 9000}]});"
            "map.element.id = 'far'; document.body.append(map.element); map.resized();")
        words = "my region.mbtiles has no map tiles here."
        self.wait_for("return document.querySelector('#far .map-note').textContent === arguments[0]", words)
        self.wait_for("return document.querySelector('#far .map-credit').textContent === arguments[0]", CREDIT)
        status, body = self.server.get("/tiles/12/2138/1441", headers=HEADERS)
        self.assertEqual((status, body), (200, picture(1441 % 200)))
        self.assertEqual(self.server.get("/tiles/12/2138/1441")[0], 401)
        for wrong in ["12/0/0", "99/0/0", "12/2138/-1", "12/2138", "12/2138/1441/0", "../state"]:
            wrong = "/tiles/" + wrong
            self.assertEqual(self.server.get(wrong, headers=HEADERS)[0], 404, wrong)
        for box in ["", "1,2,3", "a,b,c,d", "9,0,8,1", "0,0,nan,1", "0,-99,1,1", "0,0,999,1"]:
            status, body = self.server.get("/api/land?box=" + box, headers=HEADERS)
            self.assertEqual((status, "box=" in json.loads(body)["remedy"]), (400, True), box)

    def test_a_file_that_cannot_be_drawn_is_refused_at_the_start(self):
        broken = self.folder / "broken.mbtiles"
        broken.write_bytes(b"not a database" * 100)
        vector = self.folder / "vector.mbtiles"
        vector.unlink(missing_ok=True)
        mbtiles(vector, [0])
        with sqlite3.connect(vector) as file:
            file.execute("UPDATE metadata SET value = 'pbf' WHERE name = 'format'")
        faults = [(broken, "not an SQLite database"), (vector, "vector tiles"), ("none.mbtiles", "does not exist")]
        for path, words in faults:
            result = self.gaitway("serve", "never", "--tiles", path, "--port", 0, status=3)
            self.assertIn(words, result.stderr)
            self.assertIn("png, jpg or webp", result.stderr)
        self.assertFalse((self.folder / "never").exists())


class Failure(BrowserTest):
    def test_a_server_that_is_gone_is_named_and_land_is_drawn(self):
        gone = TileServer()
        gone.stop()
        self.gaitway(
            "trips", "--track", ROOT / "Datasets/day/day.gpx", "--report", "gone.html", "--tiles",
            gone.address + "/{z}/{x}/{y}.png",
        )
        self.open("gone.html")
        self.settle()
        self.assertEqual(self.find(".map-note").text, "Map tiles from 127.0.0.1 do not load.")
        self.assertEqual(self.find(".map-credit").text, CREDIT)
        for width in WIDTHS:
            self.resize(width)
            self.assertEqual(self.run_script(OVERFLOW), [])

    def test_each_page_with_a_map_takes_tiles(self):
        tiles = TileServer()
        self.addCleanup(tiles.stop)
        url = tiles.address + "/{z}/{x}/{y}.png"
        day = ROOT / "Datasets/day"
        track = ["--track", day / "day.gpx", "--places", day / "places.csv"]
        self.gaitway("simulate", *track, "--report", "run.html", "--tiles", url)
        self.open("run.html")
        self.settle()
        self.assertTrue(tiles.asked)
        self.assertTrue(self.find(".map-note").get_property("hidden"))
        self.assertEqual(self.find(".map-credit").text, "Tiles: 127.0.0.1")
        self.gaitway("classify", ROOT / "Datasets/commute", "--report", "ride.html", "--tiles", url)
        self.assertIn(f"img-src {tiles.address}/", (self.folder / "ride.html").read_text())


if __name__ == "__main__":
    main()
