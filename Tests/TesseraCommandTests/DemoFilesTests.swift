// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The files that a demo overwrites, and those that lead to it.
@Suite struct DemoFilesTests {
    /// Starts a second demo that cannot get its port, whatever else happens.
    private func start(_ demo: RunningDemo, data folder: URL) async throws -> BuiltCommand.Outcome {
        let port = try #require(URL(string: demo.report.tenant)?.port)
        return try await demo.command.run("demo", "--port", String(port), "--data", folder.path)
    }

    @Test(arguments: ["settings.plist", "settings-b2c.plist"])
    func `settings that a person wrote are not overwritten`(_ name: String) async throws {
        try await RunningDemo.run { demo in
            let settings = try String(contentsOfFile: demo.report.settings.quickstart, encoding: .utf8)
            let own = [
                "", "<plist",
                settings.replacing("\(demo.report.tenant)/common", with: "https://login.example/common"),
                settings.replacing(
                    "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10", with: "11111111-1e5c-4b0e-9a40-6c1f2e3b8a10"),
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

    @Test func `settings of an earlier demo are rewritten`() async throws {
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

    /// A file that leads to the demo, below the home.
    static let leading = ["running-demo", "demo/settings.plist"]

    @Test(arguments: leading) func `a note of the demo that another user could have written is refused`(
        _ name: String
    ) async throws {
        try await RunningDemo.run { demo in
            let (manager, file) = (FileManager.default, demo.command.home.appending(path: name))
            #expect(try await demo.command.run("accounts").status == 0)
            let permissions = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)

            func refuse(_ reason: String) async throws {
                let outcome = try await demo.command.run("accounts")
                #expect(outcome.status == 78)
                #expect(outcome.error.contains("\(file.lastPathComponent) \(reason)"), "\(outcome.error)")
                #expect(outcome.error.contains("hint: ") && outcome.error.contains("`tessera demo`"))
            }
            try manager.setAttributes([.posixPermissions: 0o620], ofItemAtPath: file.path)
            try await refuse("may be changed by other users")
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            if geteuid() == 0 {
                try manager.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: file.path)
                try await refuse("belongs to another user")
                try manager.setAttributes([.ownerAccountID: 0], ofItemAtPath: file.path)
            }
            let elsewhere = demo.command.home.appending(path: "elsewhere")
            try manager.moveItem(at: file, to: elsewhere)
            try manager.createSymbolicLink(at: file, withDestinationURL: elsewhere)
            try await refuse("is not a file")
            try manager.removeItem(at: file)
            try manager.moveItem(at: elsewhere, to: file)
        }
    }

    @Test func `a home that others may change is tightened before the demo is looked for`() async throws {
        try await RunningDemo.run { demo in
            let (manager, home) = (FileManager.default, demo.command.home.path)
            try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: home)
            #expect(try await demo.command.run("accounts").status == 0)
            #expect(try manager.attributesOfItem(atPath: home)[.posixPermissions] as? Int == 0o700)
        }
    }
}
