// SPDX-License-Identifier: Apache-2.0
import Fixtures

/// Mutates a valid request in one to three ways, which the seed determines.
struct RequestMutator {
    /// A request that an endpoint grants, or refuses for a reason of its own.
    struct Good: Sendable {
        var method = HTTPRequest.Method.get
        var path: String
        /// In the query of a GET, else in the content.
        var form = FormParameters()
        var json: String?
        var fields: HTTPFields = [:]
    }

    struct Sample: Sendable {
        var method: HTTPRequest.Method
        var path: String
        var fields: HTTPFields
        var body = Data()
    }

    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func sample(of good: Good) -> Sample {
        var pairs = good.form.pairs.map { pair in
            var one = FormParameters()
            one.append(pair.name, pair.value)
            return one.encoded
        }
        var json = good.json
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            if let text = json { json = spoiled(json: text) } else { spoil(&pairs) }
        }
        var sample = Sample(method: good.method, path: good.path, fields: good.fields)
        if chance(12) { sample.method = one(of: [.get, .post, .put, .delete, .head, .options, .patch]) }
        if chance(8) { sample.path = spoiled(path: sample.path) }
        let text = json ?? pairs.joined(separator: one(of: ["&", "&", "&", "&&", ";"]))
        if good.method == .get, json == nil {
            sample.path += (sample.path.contains("?") ? "&" : "?") + text
        } else {
            sample.body = Data(text.utf8)
            let usual = json == nil ? "application/x-www-form-urlencoded" : "application/json"
            sample.fields[.contentType] = chance(8) ? one(of: Self.types) : usual
            if chance(15) { sample.body += Data([0xC3, 0x28, 0x00]) }
            if chance(15) { sample.body = sample.body.prefix(Int.random(in: 0...sample.body.count, using: &random)) }
        }
        for name in Self.fieldNames where chance(20) {
            if let name = HTTPField.Name(name) { sample.fields[name] = one(of: Self.fieldValues) }
        }
        return sample
    }

    private mutating func spoil(_ pairs: inout [String]) {
        guard !pairs.isEmpty else { return pairs.append("\(one(of: Self.odd))=\(one(of: Self.odd))") }
        let index = Int.random(in: pairs.indices, using: &random)
        let name = pairs[index].prefix { $0 != "=" }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pairs.remove(at: index)
        case 1: pairs.append(pairs[index])
        case 2: pairs[index] = "\(name)[]=\(one(of: Self.odd))"
        case 3: pairs[index] = String(name)
        case 4: pairs[index] = String(pairs[index].dropLast())
        case 5: pairs.append("\(one(of: Self.odd))=a")
        default: pairs[index] = "\(name)=\(one(of: Self.odd))"
        }
    }

    private mutating func spoiled(json: String) -> String {
        let pieces = json.matches(of: #/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[\[\]{},:]/#)
        guard !pieces.isEmpty else { return json }
        let piece = pieces[Int.random(in: pieces.indices, using: &random)]
        var text = json
        let isBracket = "[]{},:".contains(piece.0)
        text.replaceSubrange(
            piece.range,
            with: isBracket && !chance(4) ? String(piece.0) + one(of: ["", " ", "\n"]) : one(of: Self.values))
        return text
    }

    private mutating func spoiled(path: String) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let index = Int.random(in: segments.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: segments.remove(at: index)
        case 1: segments.insert(one(of: Self.odd), at: index)
        default: segments[index] = one(of: Self.odd)
        }
        return "/" + segments.joined(separator: "/").trimmingPrefix("/")
    }

    /// What stands in an address or a form, percent-encoded as it is or not.
    private static let odd = [
        "", "a", "%", "%F", "%ZZ", "%FF", "%C3%28", "%00", "%0D%0A", "%2F", "%2e%2e", "..", "0", "-1", "1.5", "1e400",
        "99999999999999999999", "-9223372036854775809", "null", "true", "[]", "%5B%5D", "%7B%7D", "'", "%22%3Cb%3E",
        "%F0%9F%97%9D", "%E2%80%AE", "%7B%7Ba%7D%7D", "+", "a+b", "%EF%BF%BF", "(%5B",
        String(repeating: "A", count: 9000),
        String(repeating: "%C3%A4", count: 2000), String(repeating: "(", count: 300), "http://localhost", "openid",
        "1767225600", "common", "consumers", "op", "*", "%25", "=", "==", "%3D",
    ]

    private static let values = [
        "null", "true", "0", "-1", "1.5", "1e400", "-1e400", "1e-400", "99999999999999999999", "[]", "{}", "[null]",
        "[[[[]]]]", #""""#, #""a""#, #""\u0000""#, #""\ud800""#, #""\uFFFF""#, #""../..""#, #""9999-12-31T23:59:59Z""#,
        #""0000-00-00T00:00:00Z""#, "nul", "\u{7F}", "\"", #"{"a":1,"a":2}"#,
        "\"" + String(repeating: "A", count: 3000) + "\"",
        String(repeating: "[", count: 600), #""ana.silva@aldervale.example""#,
        #""2ee50c57-e78f-47f6-a18d-8f6aae007694""#,
    ]

    private static let types = [
        "application/json", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=latin1",
        "multipart/form-data; boundary=a", "multipart/form-data", "text/plain", "text/html; charset=utf-8", ";", "",
        "application/json; charset=utf-16", "\u{FF}",
    ]

    private static let fieldNames = [
        "Authorization", "Cookie", "DPoP", "Content-Length", "Accept", "Accept-Language", "client-request-id",
        "ConsistencyLevel", "Range", "If-Match",
    ]

    private static let fieldValues = [
        "", "a", "Bearer", "Bearer a.b.c", "Basic", "Basic %%%", "Basic OjpmbQ==", "-1", "7", "a=b; a=c", "eventual",
        "Bearer e30.e30.", "bytes=0-", "*", String(repeating: "a", count: 9000), "a=\"; =; b", "DPoP a",
    ]

    private mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &random) == 0 }
}
