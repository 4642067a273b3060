// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The settings of `Tests/Deploy` for the web app, at other addresses, and a registration at the standard provider.
struct WebSettings {
    /// The registration at the standard provider: its name is the provider's host.
    static let (standardName, standardPath) = ("127.0.0.1", "/sign-in/standard")
    static let (standardID, standardSecret) = ("quickstart-on-the-web", "secret-of-a-test")

    /// The arguments that name the files.
    let arguments: [String]

    /// Writes the files.
    init(_ tenant: String, web: String, tasks: String, in folder: URL) throws {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Deploy")
        let standard = folder.appending(path: "standard.plist")
        let values = [
            "issuer": "\(tenant)/op", "clientId": Self.standardID, "secret": Self.standardSecret,
            "redirectUri": "\(web)\(Self.standardPath)", "scopes": "openid profile offline_access",
        ]
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: standard)
        arguments =
            try ["people.plist", "tasks.plist"].flatMap { name in
                let text = try String(contentsOf: samples.appending(path: name), encoding: .utf8)
                    .replacing("http://127.0.0.1:4400", with: tenant)
                    .replacing("https://app.example.com", with: web).replacing("http://127.0.0.1:3000", with: tasks)
                let file = folder.appending(path: name)
                try text.write(to: file, atomically: true, encoding: .utf8)
                return ["--settings", file.path]
            } + ["--settings", standard.path]
    }
}
