// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What a demo writes over.
@Suite struct DemoFilesTests {
    /// Starts a second demo that cannot get its port, whatever else happens.
    private func start(_ demo: RunningDemo, data folder: URL) async throws -> BuiltCommand.Outcome {
        let port = try #require(URL(string: demo.report.tenant)?.port)
        return try await demo.command.run("demo", "--port", String(port), "--data", folder.path)
    }

    @Test(arguments: ["settings.plist", "settings-b2c.plist"])
    func `settings of somebody's own are not written over`(_ name: String) async throws {
        try await RunningDemo.run { demo in
            let settings = try String(contentsOfFile: demo.report.settings.quickstart, encoding: .utf8)
            let own = [
                "", "<plist",
                settings.replacing("\(demo.report.tenant)/common", with: "https://login.example/common"),
                settings.replacing("7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10", with: "11111111-1e5c-4b0e-9a40-6c1f2e3b8a10"),
            ]
            let folder = demo.command.home.appending(path: "project")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for text in own {
                try #require(text != settings)
                try Data(text.utf8).write(to: folder.appending(path: name))
                let outcome = try await start(demo, data: folder)
                #expect(outcome.status == 73)
                #expect(outcome.error.contains("\(name) was not written by a demo"), "\(outcome.error)")
                #expect(outcome.error.contains("hint: ") && outcome.error.contains("--data FOLDER"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
            }
        }
    }

    @Test func `settings of an earlier demo are written anew`() async throws {
        try await RunningDemo.run { demo in
            let folder = demo.command.home.appending(path: "again")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in [demo.report.settings.quickstart, demo.report.settings.b2c].map({ URL(filePath: $0) }) {
                try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
            }
            let outcome = try await start(demo, data: folder)
            #expect(outcome.status == 69)
            #expect(outcome.error.contains("port"), "\(outcome.error)")
        }
    }
}
