// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import OAuthMessages
package import TenantDirectory

/// A token's claims by name. RFC 7519 §4, OpenID Connect Core §2
package struct TokenClaims: Sendable, Hashable {
    private var members: [String: JSONValue] = [:]

    package init() {}

    package subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    package mutating func add(_ name: String, _ text: String?) {
        if let text { members[name] = .string(text) }
    }

    package mutating func add(_ name: String, number: Int) { members[name] = .number(String(number)) }

    package mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { members[name] = .array(texts.map(JSONValue.string)) }
    }

    package var text: String { JSONValue.object(members).text }
}

/// Protects a code and access token beside an ID token against replacement. OpenID Connect Core §3.2.2.9, §3.3.2.11
package struct TokenHashes: Sendable, Hashable {
    package let codeHash: String?
    package let accessTokenHash: String?

    package init(code: String? = nil, accessToken: String? = nil) {
        codeHash = code.map(TokenAlgorithm.rs256.halfHash)
        accessTokenHash = accessToken.map(TokenAlgorithm.rs256.halfHash)
    }
}

/// The account's IDs as MSAL stores them: `{"uid":"…","utid":"…"}`, encoded.
package struct ClientInfo: Sendable, Hashable {
    package let uid: String
    package let utid: String

    package init(uid: String, utid: String) { (self.uid, self.utid) = (uid, utid) }

    package var text: String {
        OrderedJSON.object([("uid", .string(uid)), ("utid", .string(utid))]).text.utf8.unpaddedBase64URL
    }

    package init(of person: DirectoryPerson) { self.init(uid: person.id, utid: person.tenantID) }
}
