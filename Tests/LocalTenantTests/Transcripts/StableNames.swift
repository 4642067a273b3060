// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// Names for what is secret or differs between runs: `<code-1>` for the first code of a transcript.
struct StableNames {
    /// The parameters, members and fields whose values get a name, and what that name begins with.
    static let kinds = [
        "code": "code", "access_token": "access-token", "refresh_token": "refresh-token", "id_token": "id-token",
        "device_code": "device-code", "request_uri": "request-uri", "id_token_hint": "id-token",
        "logout_token": "logout-token", "token": "token", "client_assertion": "assertion", "assertion": "assertion",
        "DPoP": "proof", "DPoP-Nonce": "nonce", "verified": "proof-of-address",
    ]
    /// Shorter values are words, not secrets.
    private static let shortest = 20

    private var names: [String: String] = [:]
    private var counts: [String: Int] = [:]
    /// Tokens in the order in which they were first seen, with their names.
    private(set) var tokens: [(name: String, text: String)] = []

    /// Names all new values of an exchange.
    mutating func learn(_ exchange: Exchange) {
        for pair in exchange.request.headerFields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            learn(cookie: pair)
        }
        let authorization = exchange.request.headerFields[.authorization]?.split(separator: " ") ?? []
        if let token = authorization.last, authorization.first != "Basic" { learn("access_token", String(token)) }
        for field in exchange.request.headerFields { learn(field.name.rawName, field.value) }
        for field in exchange.answer.fields where field.name != .setCookie { learn(field.name.rawName, field.value) }
        for field in exchange.answer.fields[values: .setCookie] { learn(cookie: field.prefix { $0 != ";" }) }
        for parameters in [exchange.query, exchange.form, exchange.answer.carried, exchange.answer.form.fields] {
            for pair in parameters.pairs { learn(pair.name, pair.value) }
        }
        if let document = try? exchange.answer.object() { learn(.object(document)) }
    }

    /// Text in which every value has its name.
    func applied(to text: String) -> String {
        names.sorted { ($0.key.count, $0.key) > ($1.key.count, $1.key) }.reduce(text) { text, pair in
            text.replacingOccurrences(of: pair.key, with: pair.value)
                .replacingOccurrences(of: FormParameters.encoded(pair.key), with: pair.value)
        }
    }

    private mutating func learn(_ name: String, _ value: String) {
        guard let kind = Self.kinds[name], value.count >= Self.shortest else { return }
        give(kind, to: value)
    }

    private mutating func learn(cookie pair: some StringProtocol) {
        let halves = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard halves.count == 2, halves[1].count >= Self.shortest else { return }
        give("\(halves[0].replacing("tessera-", with: "").replacing("-4400", with: ""))-cookie", to: halves[1])
    }

    private mutating func learn(_ document: JSONValue) {
        switch document {
        case .object(let members):
            if members["crv"] != nil, let name = members["kid"]?.string {
                // Made for each tenant: only the RSA keys are those of the development key ring.
                give("elliptic-key", to: name)
                for coordinate in ["x", "y"] { members[coordinate]?.string.map { give("coordinate", to: $0) } }
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                // What documents call a code is the name of an error.
                if let text = value.string, name != "code" { learn(name, text) } else { learn(value) }
            }
        case .array(let elements): for element in elements { learn(element) }
        default: break
        }
    }

    private mutating func give(_ kind: String, to value: String) {
        guard names[value] == nil else { return }
        counts[kind, default: 0] += 1
        names[value] = "<\(kind)-\(counts[kind] ?? 0)>"
        guard let token = DecodedToken(value) else { return }
        tokens.append((names[value] ?? "", value))
        if ["ES256", "EdDSA"].contains(token.header["alg"]?.string), let name = token.header["kid"]?.string {
            give("elliptic-key", to: name)
        }
    }
}

/// A signed token that is only looked at.
struct DecodedToken {
    let headerText: String
    let claimsText: String
    let header: [String: JSONValue]

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = try? Base64URL.decode(parts[0]), let body = try? Base64URL.decode(parts[1]),
            let members = try? StrictJSON.object(in: head)
        else { return nil }
        (headerText, claimsText) = (String(decoding: head, as: UTF8.self), String(decoding: body, as: UTF8.self))
        header = members
    }
}
