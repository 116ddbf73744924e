// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayPages

/// The modules of a page become one script.
struct PageModulesTests {
    private static let kit = "export const twice = 2;\n\nexport async function ask(path) {\n  return path;\n}\n"
    private static let page = """
        import {
          ask, shape,
        } from "./kit.js";
        import { twice } from "./kit.js";

        // Exports nothing.
        class Page {}
        ask(twice);

        """

    @Test func theScriptHasOneNameForTheWorld() {
        let modules = PageModules([Self.kit, Self.page.replacing(", shape", with: "")])
        #expect(modules.missing.isEmpty)
        #expect(
            modules.script == """
                "use strict";
                {
                const twice = 2;

                async function ask(path) {
                  return path;
                }


                // Exports nothing.
                class Page {}
                ask(twice);

                globalThis.gaitway = { twice, ask };
                }
                """)
    }

    @Test func anImportThatNoModuleExportsIsFound() {
        #expect(PageModules([Self.kit, Self.page]).missing == ["shape"])
        #expect(PageModules([Self.page]).missing == ["ask", "shape", "twice"])
    }
}
