// SPDX-License-Identifier: Apache-2.0
import OAuth

extension FormParameters {
    /// The value of a parameter that must stand once and not be empty.
    ///
    /// - Throws: ``EntraError`` (900144); `Refusal` if it stands more often.
    package func required(_ name: String) throws -> String {
        guard let value = try once(name), !value.isEmpty else { throw EntraError.missingParameter(name) }
        return value
    }
}
