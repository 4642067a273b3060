// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The settings of `Tests/Deploy` for the web app, at other addresses.
struct WebSettings {
    /// The arguments that name the files.
    let arguments: [String]

    /// Writes the files.
    init(_ tenant: String, web: String, tasks: String, in folder: URL) throws {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Deploy")
        arguments = try ["people.plist", "tasks.plist"].flatMap { name in
            let text = try String(contentsOf: samples.appending(path: name), encoding: .utf8)
                .replacing("http://127.0.0.1:4400", with: tenant)
                .replacing("https://app.example.com", with: web).replacing("http://127.0.0.1:3000", with: tasks)
            let file = folder.appending(path: name)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return ["--settings", file.path]
        }
    }
}
