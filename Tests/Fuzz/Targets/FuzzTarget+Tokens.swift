// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONWebSignatures
import OAuthMessages
import SignInProvider

extension FuzzTarget {
    /// Signed tokens, the keys that check them, and what both are made of.
    static let tokens = [jwt, claims, keySet, strictJSON, base64URL]

    private static let jwt = FuzzTarget("jwt") { input in
        let token = String(decoding: input, as: UTF8.self)
        _ = try reading { try UnverifiedToken(Redacted(token)).issuer() }
        let read = try reading { try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases)) }
        guard let unverified = read else { return }
        try require(token.utf8.count <= CompactJWS.maximumByteCount, "a token of any length is read")
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        for part in parts {
            let again = try reading { Base64URL.encode(try Base64URL.decode(part)) }
            try require(again?.utf8.elementsEqual(part.utf8) == true, "two texts of a token mean the same")
        }
        try require(parts.count == 3, "a token is not three parts")
        try require(!String(reflecting: unverified).contains(parts[1]) || parts[1].count < 8, "a token shows itself")
    }

    private static let claims = FuzzTarget("claims") { input in
        guard let claims = try reading({ try Claims(payload: [UInt8](input)) }) else { return }
        for name in claims.values.keys {
            // What asks for one form of a claim must take every other.
            _ = (claims.string(name), claims.date(name), claims.strings(name))
        }
        let encoder = JSONEncoder()
        guard let content = try? encoder.encode(claims.values),
            let again = try? JSONDecoder().decode([String: JSONValue].self, from: content)
        else { throw FuzzFinding(description: "claims cannot be kept, and with them the account") }
        try require(again.keys == claims.values.keys, "a claim is lost when it is kept")
    }

    private static let keySet = FuzzTarget("key-set") { input in
        guard let set = try reading({ try JSONWebKeySet(jsonData: input) }) else { return }
        try require(input.count <= 512 * 1024 && set.keys.count + set.skipped.count <= 128, "a set without bounds")
        let again = try? JSONWebKeySet(jsonData: set.jsonData)
        try require(again?.keys == set.keys && again?.skipped.isEmpty == true, "a key reads otherwise once written")
        for key in set.keys {
            let text = String(decoding: key.jsonData, as: UTF8.self)
            try require(!["\"d\":", "\"p\":", "\"q\":"].contains(where: text.contains), "a private member is kept")
            try require(key.thumbprint.utf8.count == 43, "a thumbprint is none")
        }
        for skipped in set.skipped { try Canary.check(skipped.error) }
    }

    private static let strictJSON = FuzzTarget("strict-json") { input in
        let read = try reading { try StrictJSON.object(in: input) }
        let parts = try reading { joined(try JSONText(checking: [UInt8](input))) }
        try require(parts == read.map(JSONValue.object), "a text that is read part by part reads otherwise")
        guard let object = read else { return }
        let again = try? StrictJSON.object(in: Array(JSONValue.object(object).text.utf8))
        try require(again == object, "what was read and written reads otherwise")
    }

    /// The value of a text, put together from its smallest parts.
    private static func joined(_ text: JSONText) -> JSONValue {
        if let members = text.members { return .object(members.mapValues(joined)) }
        if let elements = text.elements { return .array(elements.map(joined)) }
        return text.value
    }

    private static let base64URL = FuzzTarget("base64url") { input in
        let text = Base64URL.encode(input)
        try require((try? Base64URL.decode(text)) == [UInt8](input), "bytes read otherwise once written")
        guard let bytes = try reading({ try Base64URL.decode(ascii: input) }) else { return }
        try require(Base64URL.encode(bytes).utf8.elementsEqual(input), "two texts mean the same bytes")
    }
}
