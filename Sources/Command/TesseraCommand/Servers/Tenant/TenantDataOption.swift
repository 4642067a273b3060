// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// Where a tenant keeps its data.
struct TenantDataOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Where the tenant keeps its data.", valueName: "folder"))
    var data: String?

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    /// The folder.
    var folder: URL { data.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } ?? Folders.tenant }

    /// The folder in it for the certificates.
    var certificates: URL { folder.appending(path: "certificates", directoryHint: .isDirectory) }
}
