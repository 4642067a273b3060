// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// `script/test` runs three groups of tests side by side, and fails if one of them does.
@Suite struct TestScriptTests {
    /// Stands in for the tests: each group fails if `FAILING` names it, and ends in this order.
    private static let tests = """
        #!/bin/bash
        follow() { for _ in {1..1000}; do [[ ! -e $1 ]] || break; sleep 0.01; done; }
        group=others
        case "$*" in
        *'--filter ^(HTTPListeningTests'*) group=sockets ;;
        *'--filter ^(TesseraCommandTests'*) group=command && follow sockets ;;
        *) follow command ;;
        esac
        echo "✔ Test run with 1 tests of $group"
        touch "$group"
        [[ ! $FAILING =~ $group ]]
        """

    private func script(failing groups: String) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "script-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        try FileManager.default.copyItem(at: package.appending(path: "script"), to: folder.appending(path: "script"))
        let programs = [
            "script/setup-test": "#!/bin/bash", "bin/swift": "#!/bin/bash",
            ".build/scripts/release/tesseraPackageTests.xctest": Self.tests,
        ]
        for (name, text) in programs {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try await writeProgram(text, to: file)
        }
        let process = Process()
        process.executableURL = folder.appending(path: "script/test")
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "FAILING": groups]
        return try await process.runToEnd(readingErrors: true)
    }

    @Test(arguments: ["", "sockets", "command", "others", "sockets command others"])
    func `it fails if a group does`(_ groups: String) async throws {
        let (status, output) = try await script(failing: groups)
        #expect((status == 0) == groups.isEmpty, "\(output)")
        for group in ["sockets", "command", "others"] {
            #expect(output.contains("✔ Test run with 1 tests of \(group)"), "\(output)")
        }
    }
}
