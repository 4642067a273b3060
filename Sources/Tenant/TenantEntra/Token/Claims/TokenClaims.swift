// SPDX-License-Identifier: Apache-2.0
package import JOSE
import TenantDirectory

/// The claims of a token by name, as they are on the wire.
///
/// RFC 7519 §4, OpenID Connect Core §2
package struct TokenClaims: Sendable, Hashable {
    private(set) var members: [String: JSONValue] = [:]

    package init() {}

    /// The value of a claim; `nil` omits the claim.
    package subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// Adds a text, if there is one.
    package mutating func add(_ name: String, _ text: String?) {
        if let text { members[name] = .string(text) }
    }

    /// Adds a time or a number.
    package mutating func add(_ name: String, number: Int) { members[name] = .number(String(number)) }

    /// Adds several texts, if there are any.
    package mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { members[name] = .array(texts.map(JSONValue.string)) }
    }

    /// Adds a person's additional claims.
    ///
    /// Names with a meaning in a protocol are excluded: no person can impersonate another, or get a role, by an
    /// additional claim.
    mutating func addOwn(of person: DirectoryPerson) {
        for (name, value) in person.additionalClaims where !Self.reserved.contains(name) && members[name] == nil {
            members[name] = value
        }
    }

    /// The names that only the issuer may set.
    static let reserved: Set = [
        "_claim_names", "_claim_sources", "acct", "acr", "acrs", "aio", "amr", "appid", "appidacr", "at_hash", "aud",
        "auth_time", "azp", "azpacr", "c_hash", "capolids", "cnf", "ctry", "email", "exp", "family_name", "given_name",
        "groups", "hasgroups", "iat", "idp", "idtyp", "ipaddr", "iss", "jti", "login_hint", "name", "nbf", "nonce",
        "oid", "preferred_username", "rh", "roles", "s_hash", "scp", "sid", "sub", "tenant_ctry",
        "tenant_region_scope", "tid", "unique_name", "upn", "uti", "ver", "verified_primary_email", "wids", "xms_cc",
        "xms_edov", "xms_ftd", "xms_pl", "xms_tpl",
    ]
}

extension TokenClaims {
    /// The claims as JSON, sorted by name.
    package var text: String { JSONValue.object(members).text }
}
