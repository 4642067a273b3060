// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import Foundation

/// The option for the data folder of a tenant.
struct TenantDataOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Where the tenant keeps its data.", valueName: "folder"))
    var data: String?

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    /// The folder.
    var folder: URL { data.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } ?? Folders.tenant }

    /// The folder of the certificates, in the data folder.
    var certificates: URL { folder.appending(path: "certificates", directoryHint: .isDirectory) }
}
