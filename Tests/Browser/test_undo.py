# SPDX-License-Identifier: Apache-2.0
"""What a person deletes or chooses on the page, by the pointer, and the one Undo that brings it back."""

import shutil

from browser import ROOT, main
from test_live import RIDES, messages, sensor_logger_entries
from workspace_browser import WorkspaceBrowserTest


class UndoTest(WorkspaceBrowserTest):
    def wait_for_undo(self, name):
        self.wait_for("return workspace.state.undo === arguments[0]", name)

    def test_a_model_is_used_and_deleted_and_both_are_taken_back(self):
        file = self.place / "models/mine.json"
        shutil.copy(ROOT / "Models/default.json", file)
        kept = file.read_bytes()
        self.open_room("models")
        self.wait_for("return document.querySelectorAll('.model-list > li').length === 2")
        self.press_button("Use this model")
        self.wait_for("return workspace.state.model.file === 'models/mine.json'")
        self.wait_for_undo("use of mine.json")
        # The model in use stays.
        self.wait_for("return document.querySelector('.model-list .is-in-use')")
        self.assertEqual(self.find_all("[aria-label^='Delete ']"), [])
        self.press_button("Undo")
        self.wait_for("return workspace.state.model.file === null")
        self.wait_for("return document.querySelector(\"[aria-label^='Delete ']\")")
        self.assert_looks_right()
        self.assert_pressable()
        self.press("document.querySelector(\"[aria-label^='Delete ']\")")
        self.wait_for("return document.querySelectorAll('.model-list > li').length === 1")
        self.assertFalse(file.exists())
        self.wait_for_undo("deletion of models/mine.json")
        self.press("document.querySelector('.shell-said button')")
        self.wait_for("return document.querySelectorAll('.model-list > li').length === 2")
        self.assertEqual(file.read_bytes(), kept)
        self.assert_quiet_console()

    def test_a_session_is_deleted_and_its_ride_comes_back(self):
        entries = sensor_logger_entries(RIDES / "bike")
        self.push(messages(entries, "bike-1")[:60])
        self.open_room("phones")
        self.wait_for("return document.querySelector('.phones-label-buttons:not([hidden])')")
        [log] = (self.place / "rides").iterdir()
        self.press_button("Delete this session")
        self.wait_for_undo("deletion of " + log.name)
        self.assertFalse(log.exists())
        self.wait_for("return document.querySelector('.live-no-phone').hidden === false")
        # What the phone still sends begins another session.
        self.push(messages(entries, "bike-1")[60:120])
        self.wait_for("return phoneSessions.size === 1")
        self.press("document.querySelector('.shell-changes button')")
        self.wait_for("return workspace.state.rides.all === 2")
        self.assertTrue((log / "TotalAcceleration.csv").exists() or any(log.iterdir()))

    def test_what_is_not_a_log_is_named_and_does_not_stay(self):
        rows = "".join(f"{0.02 * step:.2f},0.1,0.2,9.8\n" for step in range(1000))
        files = {"notes.txt": "Buy milk.\nCall Ann.\n", "table.csv": "name,price\napple,3\npear,4\n",
                 "broken.zip": "this is not an archive\n", "times.csv": "time,ax,ay,az\n" + rows.replace("0.", "soon ")}
        for name, text in files.items():
            (self.folder / name).write_text(text)
        self.open_room("rides")
        self.wait_for("return document.querySelector('.rides-head input[type=file]') !== null")
        self.find(".rides-head input[type=file]").send_keys("\n".join(str(self.folder / name) for name in files))
        self.wait_for("return document.querySelectorAll('.upload-report li').length >= 3")
        text = self.find(".upload-report").text
        for name in ["notes.txt", "table.csv", "broken.zip"]:
            self.assertIn(name + ": this is not a motion log: ", text)
        # A log that cannot be read stays with its fault.
        self.wait_for("return workspace.state.rides.faults === 1 && workspace.state.rides.all === 1")
        self.assertEqual([path.name for path in (self.place / "rides").iterdir()], ["times.csv"])

    def test_a_name_with_a_line_feed_has_a_page(self):
        shutil.copy(RIDES / "labelled/ann-walking.csv", self.place / "rides/new\nline.csv")
        # A name in Latin-1, as old programs write them.
        shutil.copy(RIDES / "labelled/ann-walking.csv", bytes(self.place / "rides") + b"/Z\xfcrich.csv")
        self.open_room("rides")
        self.wait_for("return workspace.state.rides.read === 2")
        names = self.wait_for(
            "const names = [...document.querySelectorAll('.rides-name')].map((one) => one.textContent);"
            "return names.length === 2 ? names : null")
        self.assertIn("Zürich.csv", names)
        addresses = self.run_script("return [...document.querySelectorAll('.rides-name')].map((one) => one.href)")
        for address in addresses:
            self.open(address)
            self.wait_for("return document.querySelectorAll('.ride-lanes canvas').length > 0")
            self.assertFalse(any(0x10F700 <= ord(letter) <= 0x10F7FF for letter in self.find("body").text))
        self.assert_quiet_console()


if __name__ == "__main__":
    main()
