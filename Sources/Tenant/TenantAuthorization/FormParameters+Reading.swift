// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// A request has no value for a parameter that it must have; each dialect answers with its own error.
package struct MissingParameter: Error {
    package let name: String
}

extension FormParameters {
    /// The value of a parameter that must appear once and not be empty.
    ///
    /// - Throws: ``MissingParameter``; `Refusal` if it appears more often.
    package func required(_ name: String) throws -> String {
        guard let value = try once(name), !value.isEmpty else { throw MissingParameter(name: name) }
        return value
    }

    /// The value of a parameter that may appear at most once; `refusal` makes the error for a repeated one.
    ///
    /// An empty one counts as absent (RFC 6749 §3.1), except where an error number of the real service speaks of
    /// emptiness.
    package func once(
        _ name: String, keepingEmpty: Bool = false, orThrow refusal: (String) -> any Error
    ) throws -> String? {
        do {
            return try once(name).flatMap { $0.isEmpty && !keepingEmpty ? nil : $0 }
        } catch let error as Refusal {
            throw refusal(error.message)
        }
    }

    /// The parameters without the empty ones, except for some that are kept.
    ///
    /// - Throws: `Refusal` if one appears twice, even an unknown or an empty one. RFC 6749 §3.2
    package func withoutEmpty(but kept: Set<String> = []) throws -> FormParameters {
        var seen: Set<String> = []
        if let twice = pairs.first(where: { !seen.insert($0.name).inserted }) { _ = try once(twice.name) }
        var others = FormParameters()
        for pair in pairs where !pair.value.isEmpty || kept.contains(pair.name) { others.append(pair.name, pair.value) }
        return others
    }

    /// The maximum length of a request without a sign-in, percent-encoded, in bytes.
    ///
    /// Its form repeats the request, and the tenant may store it until its pages are answered. The limit is Tessera's;
    /// most web servers read addresses of half this length.
    package static let longestRequest = 16 << 10

    /// Whether the request is longer than any page accepts.
    package var isTooLong: Bool {
        // Counted first, to avoid encoding a long request.
        pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } > Self.longestRequest
            || encoded.utf8.count > Self.longestRequest
    }
}
