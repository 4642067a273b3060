// SPDX-License-Identifier: Apache-2.0
import OAuth

extension FormParameters {
    /// The value of a parameter that may occur once at most; an empty one counts as absent. RFC 6749 §3.1
    ///
    /// The name must be a literal from a specification, because the error repeats it.
    ///
    /// - Throws: ``StandardError`` (`invalid_request`).
    func optional(_ name: String) throws -> String? {
        let values = all(name)
        guard values.count <= 1 else { throw StandardError.twice(name) }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a parameter that must occur once and not be empty.
    ///
    /// - Throws: ``StandardError`` (`invalid_request`).
    func demanded(_ name: String) throws -> String {
        guard let value = try optional(name) else { throw StandardError.missing(name) }
        return value
    }
}
