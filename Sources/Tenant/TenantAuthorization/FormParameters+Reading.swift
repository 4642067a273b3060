// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

package struct MissingParameter: Error {
    package let name: String
}

extension FormParameters {
    /// Throws ``MissingParameter``, or `Refusal` for a repeated parameter.
    package func required(_ name: String) throws -> String {
        guard let value = try once(name), !value.isEmpty else { throw MissingParameter(name: name) }
        return value
    }

    /// An empty value counts as absent (RFC 6749 §3.1), except where the real service has an error number for it.
    package func once(
        _ name: String, keepingEmpty: Bool = false, orThrow refusal: (String) -> any Error
    ) throws -> String? {
        do {
            return try once(name).flatMap { $0.isEmpty && !keepingEmpty ? nil : $0 }
        } catch let error as Refusal {
            throw refusal(error.message)
        }
    }

    /// Throws `Refusal` for a repeated parameter, even if it is unknown or empty. RFC 6749 §3.2
    package func withoutEmpty(but kept: Set<String> = []) throws -> FormParameters {
        var seen: Set<String> = []
        if let twice = pairs.first(where: { !seen.insert($0.name).inserted }) { _ = try once(twice.name) }
        var others = FormParameters()
        for pair in pairs where !pair.value.isEmpty || kept.contains(pair.name) { others.append(pair.name, pair.value) }
        return others
    }

    /// In bytes, percent-encoded: twice the limit of most web servers, because forms repeat the request.
    package static let longestRequest = 16 << 10

    package var isTooLong: Bool {
        // Counted first, to avoid encoding a long request.
        pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } > Self.longestRequest
            || encoded.utf8.count > Self.longestRequest
    }
}
