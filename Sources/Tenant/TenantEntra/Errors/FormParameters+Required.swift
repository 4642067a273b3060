// SPDX-License-Identifier: Apache-2.0
import OAuth

extension FormParameters {
    /// The value of a parameter that is required once and not empty.
    ///
    /// - Throws: ``EntraError`` (900144); `Refusal` if it appears more often.
    package func required(_ name: String) throws -> String {
        guard let value = try once(name), !value.isEmpty else { throw EntraError.missingParameter(name) }
        return value
    }
}
