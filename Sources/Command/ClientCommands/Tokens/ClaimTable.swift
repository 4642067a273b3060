// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// A table of claims with their meanings, for the terminal.
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

    /// Orders claims: first those that decide, then the person, then the rest.
    private static func order(_ name: String) -> String {
        let first = [
            "iss", "aud", "azp", "appid", "scp", "roles", "iat", "nbf", "exp", "name", "preferred_username", "sub",
            "oid", "tid",
        ]
        return first.firstIndex(of: name).map { String(UnicodeScalar(UInt8(33 + $0))) } ?? "~\(name)"
    }
}
