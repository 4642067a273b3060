// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Reads one of several names from the command line.
///
/// - Throws: `ValidationError` with all valid names.
func argument<Value: RawRepresentable & CaseIterable>(_ text: String, of type: Value.Type) throws -> Value
where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' is none of: \(names).")
    }
    return value
}
