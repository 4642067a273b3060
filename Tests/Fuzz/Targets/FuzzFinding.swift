// SPDX-License-Identifier: Apache-2.0

/// A property of a parser that does not hold for an input.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// The property, in words.
    public let description: String
}

/// Says what must hold for every input.
///
/// - Throws: ``FuzzFinding`` if it does not.
func require(_ holds: Bool, _ property: String) throws {
    guard holds else { throw FuzzFinding(description: property) }
}

/// What a parser made of an input: a value or an error, of which the error must keep the input's secrets.
///
/// - Throws: ``FuzzFinding`` for an error that says the ``Canary``.
func reading<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
        return try read()
    } catch {
        try Canary.check(error)
        return nil
    }
}
