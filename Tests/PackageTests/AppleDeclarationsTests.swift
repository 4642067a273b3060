// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The declarations of Apple's symbols, read as text; `Tests/AppleChecker` compares them with Apple's documentation.
@Suite struct AppleDeclarationsTests {
    private static func sources(in folder: String) throws -> [(name: String, lines: [String])] {
        let files = try #require(
            FileManager.default.enumerator(atPath: PackageManifest.folder.appending(path: folder).path))
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let file = PackageManifest.folder.appending(path: "\(folder)/\(name)")
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            return (name, lines.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    @Test func `every declaration with an availability names its page, but for further initializers`() throws {
        for (name, lines) in try Self.sources(in: "Tests/AppleDeclarations") where !name.contains("StandIn") {
            for (index, line) in lines.enumerated() where line.hasPrefix("@available") {
                let before = lines[..<index].last { !$0.hasPrefix("@") && !$0.hasPrefix("///") } ?? ""
                let declared = lines[(index + 1)...].first { !$0.hasPrefix("@") || $0.contains(" init") } ?? ""
                #expect(before.hasPrefix("// documentation/") || declared.contains("init"), "\(name):\(index + 1)")
            }
        }
    }

    /// On iPad and Mac, the sidebar of the tabs would stand beside that of the split view.
    @Test func `a module with a split view has no tab view with a sidebar`() throws {
        let folders = ["Sources/Sample/QuickStartUI", "Sources/Client/SignInUI", "Apps/QuickStart", "Examples"]
        for folder in folders {
            let lines = try Self.sources(in: folder).flatMap(\.lines)
            #expect(!lines.isEmpty)
            let hasSplitView = lines.contains { $0.hasPrefix("NavigationSplitView") }
            #expect(!hasSplitView || !lines.contains { $0.contains("idebarAdaptable") }, "\(folder)")
        }
    }

    /// The system decides where the buttons of a sheet are: in the bar on iOS, at the lower edge on macOS.
    @Test func `the buttons that end a sheet are toolbar items of their role`() throws {
        let sheets = try Self.sources(in: "Sources/Sample/QuickStartUI").map(\.lines).filter { lines in
            lines.contains { $0.contains("Sheet: View") }
        }
        let lines = sheets.joined().map(\.self)
        for shortcut in [("defaultAction", "confirmationAction"), ("cancelAction", "cancellationAction")] {
            let buttons = lines.indices.filter { lines[$0].contains("keyboardShortcut(.\(shortcut.0))") }
            #expect(!buttons.isEmpty)
            for button in buttons {
                let item = lines[..<button].last { $0.hasPrefix("ToolbarItem(") }
                #expect(item == "ToolbarItem(placement: .\(shortcut.1)) {", "\(lines[button])")
            }
        }
    }
}
