// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPServing
import LocalCertificates
import PortableFoundation

struct TenantStart: Sendable {
    let address: ServerAddress
    let names: ServerNames
    let folder: URL?
    let certificates: LocalCertificates?
    /// The address at which clients present certificates; `nil` if the tenant requests none.
    var certificateBase: BaseURL?

    func announce(json: Bool) {
        if json {
            try? Terminal.json(report)
        } else {
            try? Terminal.result(address.listeningLine)
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
        let base = "Its base URL in metadata, tokens, and pages is \(names.base)."
        let second = certificateBase.map { "Clients with certificates use \($0), as in its metadata at /op." }
        return (names.base.description == address.url ? [] : [base]) + (second.map { [$0] } ?? [])
    }

    private var trust: [String] {
        guard let certificates else { return [] }
        let instructions = TrustInstructions(authority: certificates.authorityFile)
        let beginning =
            switch certificates.authority {
            case .kept: "Clients must trust its certificate authority, which is unchanged:"
            case .new: "Clients must trust its certificate authority:"
            case .replaced:
                "It has a new certificate authority, for other hosts or a longer time. Clients must trust it again:"
            }
        return ["", beginning, ""] + instructions.brief + ["", folder == nil ? Self.passing : instructions.remaining]
    }

    private static let passing = "It ends with this tenant, which stores nothing; use --data FOLDER to keep both."

    var warnings: [String] {
        guard !names.isLoopback else { return [] }
        let place = address.isLoopback ? names.base.description : address.url
        return [
            """

            warning: \(place) can be reached from other machines. Anyone who can reach it can sign in as any user:
            the users, their password, and the codes in the inbox are public. Keep real data out of it, and stop it
            with Ctrl-C. Without --listen, --base-url, and --allow-host, only this machine can reach it.
            """
        ]
    }
}
