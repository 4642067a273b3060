// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// The output of `tessera inspect` about a token.
struct InspectionReport: Encodable {
    struct API: Encodable {
        let name: String
        let accepts: Bool
        let objections: [String]
    }

    let kind: String
    let header: [String: ClaimValue]
    let claims: [String: ClaimValue]
    let signature: String
    let apis: [API]

    private let claimLines: [String]

    init(_ token: InspectedToken, finding: ProviderFinding, apis: [APIExpectation], now: Date) {
        kind = token.kind.rawValue
        header = token.header
        claims = token.claims.values
        signature = finding.signature.line
        self.apis = apis.map { api in
            let objections = api.objections(to: token, finding: finding, now: now)
            return API(name: api.name, accepts: objections.isEmpty, objections: objections)
        }
        claimLines = ClaimTable(token.claims, now: now).lines
    }

    /// The lines for the terminal.
    var lines: [String] {
        var lines = ["An \(kind), \(algorithm).", ""]
        lines += claimLines + ["", "Signature \(signature)"]
        for api in apis {
            lines += ["", api.accepts ? "\(api.name) has no reason to refuse it." : "\(api.name) would refuse it:"]
            lines += api.objections.map { "  - \($0)" }
        }
        return lines
    }

    private var algorithm: String {
        let algorithm = header["alg"].map(ClaimMeaning.text(of:)) ?? "no algorithm"
        return header["kid"].map { "signed by \(algorithm) with the key \(ClaimMeaning.text(of: $0))" }
            ?? "signed by \(algorithm)"
    }

    private enum CodingKeys: CodingKey { case kind, header, claims, signature, apis }
}
