// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

extension HTTPFields {
    package func value(of name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

    package func values(of name: String) -> [String] { HTTPField.Name(name).map { self[values: $0] } ?? [] }

    package mutating func set(_ name: String, to value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }

    /// The token of `Authorization: Bearer`, unchanged; `nil` for another scheme. RFC 6750 §2.1
    package var bearerToken: String? {
        let parts = (self[.authorization] ?? "").utf8.split(separator: UInt8(ascii: " "))
        guard parts.count == 2, parts[0].count == 6, Substring(parts[0]).lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
