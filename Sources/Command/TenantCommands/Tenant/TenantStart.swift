// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import Foundation
import HTTPServing
import LocalCertificates

/// The output of a tenant when it answers.
struct TenantStart: Sendable {
    let address: ServerAddress
    let names: ServerNames
    /// The data folder; `nil` if the tenant stores nothing.
    let folder: URL?
    let certificates: LocalCertificates?
    /// The address at which clients present certificates; `nil` if the tenant asks for none.
    var certificateBase: BaseURL?

    /// Prints the line or the JSON for programs, then notes for the person.
    func announce(json: Bool) {
        if json {
            try? Terminal.json(report)
        } else {
            Terminal.result(address.listeningLine)
            (naming + trust).forEach(Terminal.note)
        }
        warnings.forEach(Terminal.note)
    }

    private struct Report: Encodable {
        let url: String
        let listening: String
        let data: String?
        let certificateAuthority: String?
        let mutualTLS: String?
    }

    private var report: Report {
        Report(
            url: names.base.description, listening: address.url, data: folder?.path,
            certificateAuthority: certificates?.authorityFile.path, mutualTLS: certificateBase?.description)
    }

    private var naming: [String] {
        let base = "Its base URL is \(names.base): so it is called in metadata, tokens and pages."
        let second = certificateBase.map { "Clients with certificates use \($0), as its metadata at /op say." }
        return (names.base.description == address.url ? [] : [base]) + (second.map { [$0] } ?? [])
    }

    private var trust: [String] {
        guard let certificates else { return [] }
        let instructions = TrustInstructions(authority: certificates.authorityFile)
        let beginning =
            switch certificates.authority {
            case .kept: "Clients must trust its certificate authority, as before:"
            case .new: "Clients must trust its certificate authority:"
            case .replaced:
                "It has another certificate authority than before, for other hosts or a longer time; trust it anew:"
            }
        return ["", beginning, ""] + instructions.brief + ["", folder == nil ? Self.passing : instructions.remaining]
    }

    private static let passing = "It goes with this tenant, which keeps nothing; --data FOLDER keeps both."

    var warnings: [String] {
        guard !names.isLoopback else { return [] }
        let place = address.isLoopback ? names.base.description : address.url
        return [
            """

            warning: \(place) can be reached from other machines. Everybody who reaches it can sign in as anybody:
            the people and their password are public, and so are the codes in the inbox. Keep real data out of it, and
            close it with Ctrl-C; without --listen, --base-url and --allow-host, it answers this machine alone.
            """
        ]
    }
}
