// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The folders of the command, after the XDG base directories.
package enum Folders {
    /// `$TESSERA_HOME`, otherwise the system's folder for program data.
    static var home: URL {
        let environment = ProcessInfo.processInfo.environment
        if let chosen = environment["TESSERA_HOME"], !chosen.isEmpty {
            return URL(filePath: chosen, directoryHint: .isDirectory)
        }
        #if os(macOS)
        return URL.applicationSupportDirectory.appending(path: "Tessera", directoryHint: .isDirectory)
        #else
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(filePath: data, directoryHint: .isDirectory).appending(
                path: "tessera", directoryHint: .isDirectory)
        }
        return URL.homeDirectory.appending(path: ".local/share/tessera", directoryHint: .isDirectory)
        #endif
    }

    /// The accounts.
    static var accounts: URL { home.appending(path: "accounts", directoryHint: .isDirectory) }
    /// The data of the demo.
    package static var demo: URL { home.appending(path: "demo", directoryHint: .isDirectory) }
    /// The data of a tenant that runs without the demo.
    package static var tenant: URL { home.appending(path: "tenant", directoryHint: .isDirectory) }
    /// The file that names the settings of the running demo.
    package static var runningDemo: URL { home.appending(path: "running-demo") }
}
