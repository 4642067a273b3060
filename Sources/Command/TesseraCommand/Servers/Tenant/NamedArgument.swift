// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// One of several names that a person typed.
///
/// - Throws: `ValidationError`, with the names that there are.
func argument<Value: RawRepresentable & CaseIterable>(_ text: String, of type: Value.Type) throws -> Value
where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' is none of: \(names).")
    }
    return value
}
