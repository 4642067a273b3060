// SPDX-License-Identifier: Apache-2.0
import Fixtures

/// Makes nearly valid and invalid requests.
///
/// The same seed makes the same requests.
struct RequestGenerator {
    struct Material {
        let cookies: String
        let bearer: String
        let forms: [(path: String, form: FormParameters)]
    }

    struct Sample {
        let method: HTTPRequest.Method
        let path: String
        let fields: HTTPFields
        let body: Data
        let authority: String?
    }

    private var random: SplitMix64
    private let material: Material

    init(seed: UInt64, material: Material) {
        random = SplitMix64(seed: seed)
        self.material = material
    }

    mutating func next() -> Sample {
        let (place, form) = one(of: material.forms)
        let text = spoiled(form)
        let target = (chance(4) ? path() : place) + (chance(2) ? "?\(text)" : "")
        return Sample(
            method: one(of: [.get, .get, .post, .post, .post, .head, .options, .put, .delete]), path: target,
            fields: fields(), body: chance(10) ? noise(60) : chance(4) ? Data() : Data(text.utf8),
            authority: chance(20) ? one(of: [nil, "evil.example", ""]) : Site.authority)
    }

    private mutating func path() -> String {
        let tenant = one(of: [Site.tenantID, Site.domain, "common", "%00", "..", odd()])
        let end = one(of: [
            "/oauth2/v2.0/authorize", "/oauth2/v2.0/token", "/login", "/oauth2/v2.0/devicecode", "/oauth2/v2.0/logout",
            "/oauth2/deviceauth", "/v2.0/.well-known/openid-configuration", "/discovery/v2.0/keys", "",
        ])
        return one(of: [
            "/\(tenant)\(end)", "/\(tenant)\(end)", "/\(tenant)\(end)", "/v1.0/me", "/v1.0/users", "/inbox",
            "/devicelogin", "/v1.0/users/\(odd())", "/", "/\(odd())/\(odd())",
        ])
    }

    private mutating func fields() -> HTTPFields {
        var fields = HTTPFields()
        fields[.contentType] = one(of: [
            nil, "application/x-www-form-urlencoded", "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-8", "multipart/form-data; boundary=a",
            "application/json", odd(),
        ])
        fields[.cookie] = one(of: [nil, material.cookies, material.cookies, odd(), "tessera-session-4400=\(odd())"])
        fields[.authorization] = one(of: [nil, "Bearer \(material.bearer)", "Bearer \(odd())", odd()])
        for name in ["Origin", "Sec-Fetch-Site", "client-request-id", "Accept", "Content-Length"]
        where chance(8) {
            if let name = HTTPField.Name(name) {
                fields[name] = one(of: ["null", "http://localhost:4400", "7", odd()])
            }
        }
        return fields
    }

    /// A form of which some part was changed, taken away, doubled or cut.
    private mutating func spoiled(_ form: FormParameters) -> String {
        var pairs = form.pairs
        for _ in 0..<Int.random(in: 0...2, using: &random) where !pairs.isEmpty {
            let index = Int.random(in: pairs.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: pairs.remove(at: index)
            case 1: pairs.append(pairs[index])
            case 2: pairs[index].value = odd()
            case 3: pairs[index].name = odd()
            default: pairs[index].value = String(pairs[index].value.dropLast())
            }
        }
        var text = pairs.reduce(into: FormParameters()) { $0.append($1.name, $1.value) }.encoded
        if chance(6) { text = String(text.prefix(Int.random(in: 0...text.count, using: &random))) }
        if chance(10) { text += one(of: ["&", "%", "&&=", "%FF", "=", "&a", "+"]) }
        return text
    }

    private mutating func odd() -> String { one(of: Self.odd) }

    private static let odd = [
        "", "a", "%", "%FF", "%2F", "../..", "'", "\"<b>", "\u{301}", "王", "🗝️", "\u{202E}", "{{a}}", "0", "-1",
        "99999999999999999999", "nil", "a b", "a;b", "[", "\\", String(repeating: "(", count: 200),
        String(repeating: "A", count: 5000),
    ]

    private mutating func noise(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    private mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &random) == 0 }
}
