# SPDX-License-Identifier: Apache-2.0
"""Takes the README's picture of the web page on a phone, after a walk and a drive: draw_web.py [FILE]

It writes Documentation/phone.png unless FILE is given; `make pictures` runs it.
"""

import base64
import pathlib
import sys

from browser import ROOT
from test_web import ANSWER
from web_browser import WebPageTest, motion


class Drawing(WebPageTest):
    def runTest(self):
        walk, drive = motion("walk", step=0.1), motion("car", step=0.1)
        self.open_page()
        self.resize(390, 844)
        self.start()
        self.feed(walk)
        self.feed(drive, begin=1000 + 1000 * len(walk) / 60)
        self.wait_for(ANSWER + " === 'automotive'")
        self.run_script("document.getElementById('phone-live').scrollIntoView({ block: 'start' })")
        self.settle()
        picture = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        target.write_bytes(base64.b64decode(picture["data"]))


target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "Documentation/phone.png"

if __name__ == "__main__":
    import unittest

    result = unittest.TextTestRunner().run(unittest.TestSuite([Drawing()]))
    sys.exit(not result.wasSuccessful())
