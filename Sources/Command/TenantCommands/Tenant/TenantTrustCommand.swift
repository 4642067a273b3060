// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import Foundation
import LocalCertificates

/// The command `tessera tenant trust`.
struct TenantTrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Say how clients are told to trust the tenant's certificate authority.",
        discussion: """
            The authority can vouch for this machine's own names and those that the tenant was started with, and for \
            nothing else.
            """)

    @OptionGroup var storage: TenantDataOption
    @OptionGroup var output: JSONOption

    func run() async throws {
        let file = LocalCertificates.authorityFile(in: storage.certificates)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw CommandError(
                "there is no certificate authority in \(storage.folder.path) yet",
                hint: "`tessera tenant --tls` makes one", .unavailable)
        }
        let instructions = TrustInstructions(authority: file)
        if output.json {
            try Terminal.json(Report(certificateAuthority: file.path, instructions: instructions.all))
        } else {
            for instruction in instructions.all {
                Terminal.result("# \(instruction.client)")
                Terminal.result(instruction.command)
            }
        }
    }

    private struct Report: Encodable {
        let certificateAuthority: String
        let instructions: [TrustInstructions.Instruction]
    }
}
