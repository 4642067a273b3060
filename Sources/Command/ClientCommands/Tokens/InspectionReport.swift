// SPDX-License-Identifier: Apache-2.0
import APIAccess
import PortableFoundation
import SignIn

struct InspectionReport: Encodable {
    struct API: Encodable {
        let name: String
        let accepts: Bool
        let objections: [String]
    }

    let kind: String
    let header: [String: JSONValue]
    let claims: [String: JSONValue]
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

    var lines: [String] {
        var lines = ["An \(kind), \(algorithm).", ""]
        lines += claimLines + ["", "Signature \(signature)"]
        for api in apis {
            lines += ["", api.accepts ? "\(api.name) has no reason to reject it." : "\(api.name) would reject it:"]
            lines += api.objections.map { "  - \($0)" }
        }
        return lines
    }

    private var algorithm: String {
        let algorithm = header["alg"].map(ClaimMeaning.text(of:)) ?? "no algorithm"
        return header["kid"].map { "signed with \(algorithm) and the key \(ClaimMeaning.text(of: $0))" }
            ?? "signed with \(algorithm)"
    }

    private enum CodingKeys: CodingKey { case kind, header, claims, signature, apis }
}

struct ClaimTable {
    let lines: [String]

    init(_ claims: Claims, now: Date) {
        let names = claims.values.keys.sorted { Self.order($0) < Self.order($1) }
        let rows = names.map { name in
            let value = claims[name].map { ClaimMeaning.text(of: $0, named: name, now: now) } ?? ""
            return [name, value, ClaimMeaning.words(for: name)]
        }
        lines = Table(heading: ["CLAIM", "VALUE", "MEANING"], rows: rows).lines
    }

    private static func order(_ name: String) -> String {
        let first = [
            "iss", "aud", "azp", "appid", "scp", "roles", "iat", "nbf", "exp", "name", "preferred_username", "sub",
            "oid", "tid",
        ]
        return first.firstIndex(of: name).map { String(UnicodeScalar(UInt8(33 + $0))) } ?? "~\(name)"
    }
}

struct ProviderFinding: Sendable {
    let signature: TokenSignature
    /// Why an API that accepts only this provider would reject the token; `nil` if it would accept it.
    var objection: String?
}

extension TokenSignature {
    var line: String {
        switch self {
        case .valid(let issuer): "valid: signed with a key of \(issuer)"
        case .invalid(let reason): "invalid: \(reason)"
        case .unchecked(let reason): "not checked: \(reason)"
        }
    }
}

struct APIExpectation: Sendable {
    let name: String
    /// The names of the API, one of which must be the token's `aud`; `nil` if the command does not know them.
    let audiences: Set<String>?
    /// The token needs one of these; empty if each call requires different permissions.
    var permissions: Set<String> = []
    var believesProviderAlone = false

    static let graph = APIExpectation(
        name: "Microsoft Graph",
        audiences: [
            "00000003-0000-0000-c000-000000000000", "https://graph.microsoft.com", "https://graph.microsoft.com/",
        ])

    func objections(to token: InspectedToken, finding: ProviderFinding, now: Date) -> [String] {
        var objections: [String] = []
        if case .invalid(let reason) = finding.signature {
            objections.append("its signature is invalid: \(reason)")
        }
        if believesProviderAlone, let objection = finding.objection { objections.append(objection) }
        if token.kind == .idToken {
            objections.append("it is an ID token, which only identifies the user; APIs accept access tokens")
        }
        let audience = token.claims.strings("aud")
        if let audiences, audiences.isDisjoint(with: audience) {
            let named = audience.isEmpty ? "names no audience" : "is for \(audience.joined(separator: ", "))"
            objections.append("it \(named) (aud), and this API is \(audiences.min() ?? "another")")
        }
        objections += timeObjections(to: token.claims, now: now)
        objections += permissionObjections(to: token)
        return objections
    }

    private func timeObjections(to claims: Claims, now: Date) -> [String] {
        var objections: [String] = []
        if let end = claims.date("exp") {
            if end <= now {
                objections.append("it expired \(ClaimMeaning.distance(from: now, to: end)) (exp); request a new token")
            }
        } else {
            objections.append("it has no expiration time (exp)")
        }
        if let start = claims.date("nbf"), start > now {
            objections.append("it becomes valid \(ClaimMeaning.distance(from: now, to: start)) (nbf); check the clocks")
        }
        return objections
    }

    /// An app that is its own API needs no permission: only the app can have its token.
    private func permissionObjections(to token: InspectedToken) -> [String] {
        let isOwnAPI = token.claims.string("azp").map { token.claims.strings("aud") == [$0] } ?? false
        guard !permissions.isEmpty, !isOwnAPI, permissions.isDisjoint(with: token.permissions) else { return [] }
        let wanted = permissions.sorted().joined(separator: " or ")
        let has = token.permissions.joined(separator: " ")
        return ["it allows \(has.isEmpty ? "nothing" : has) (scp), and this API requires \(wanted)"]
    }
}
