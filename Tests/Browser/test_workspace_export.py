# SPDX-License-Identifier: Apache-2.0
"""The workspace's page of models saves any model for other programs."""

import os
import pathlib
import shutil
import unittest.mock
import zipfile

from browser import ROOT, main
from workspace_browser import WorkspaceBrowserTest

MODEL = ROOT / "Models/default.json"
BUTTON = ("[...document.querySelectorAll('.model-list > li')][0]"
          ".querySelectorAll('.model-export button, .model-export a')")


class ModelExportTest(WorkspaceBrowserTest):
    def open_export(self, name="mine"):
        shutil.copy(MODEL, self.place / f"models/{name}.json")
        self.open_room("models")
        self.wait_for("return document.querySelectorAll('.model-list > li').length === 2")
        self.press("[...document.querySelectorAll('.model-export summary')][0]")

    def export(self, words):
        """The file that a press on a format saves."""
        press = f"[...{BUTTON}].find((one) => one.textContent === arguments[0])"
        return self.saved(lambda: self.press(press, words))

    def test_a_model_is_saved_in_each_format(self):
        self.open_export()
        self.assert_looks_right()
        web = self.export("Web page")
        self.assertEqual(web.name, "mine-web.zip")
        self.gaitway("model", "export", MODEL, "--format", "wasm", "--output", "web")
        with zipfile.ZipFile(web) as archive:
            self.assertEqual(
                {pathlib.Path(name).name: archive.read(name) for name in archive.namelist()},
                {path.name: path.read_bytes() for path in (self.folder / "web").iterdir()})
            self.assertEqual({name.split("/")[0] for name in archive.namelist()}, {"mine-web"})
        self.wait_for("return document.body.textContent.includes('Saved default-')")
        for words, name, format in [
            ("ONNX", "mine.onnx", "onnx"), ("Core ML", "mine.mlmodel", "coreml"), ("C source", "mine.c", "c"),
        ]:
            saved = self.export(words)
            self.assertEqual(saved.name, name)
            self.gaitway("model", "export", MODEL, "--format", format, "--output", "made", "--force")
            self.assertEqual(saved.read_bytes(), (self.folder / "made").read_bytes())
        self.assertEqual(self.export("Gaitway model").read_bytes(), MODEL.read_bytes())
        self.assert_pressable()
        self.assert_quiet_console()

    def test_a_file_keeps_the_letters_of_its_name(self):
        self.open_export("Größe")
        self.assertEqual(self.export("ONNX").name, "Größe.onnx")

    def test_without_a_compiler_the_page_says_what_to_install(self):
        with unittest.mock.patch.dict(os.environ, PATH="/nowhere"):
            self.serve()
        self.open_export()
        self.press(f"[...{BUTTON}][0]")
        self.wait_for("return document.body.textContent.includes('apt-get install clang lld wasi-libc')")
        self.assertIn("clang: it cannot be run", self.run_script("return document.body.textContent"))


if __name__ == "__main__":
    main()
