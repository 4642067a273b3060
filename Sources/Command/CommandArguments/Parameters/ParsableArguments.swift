// SPDX-License-Identifier: Apache-2.0

/// A group of properties that are an ``Option``, a ``Flag``, an ``Argument``, or an ``OptionGroup``.
package protocol ParsableArguments: Sendable {
    /// Creates the group with its defaults; a required property has no value until the arguments are parsed.
    init()

    /// Checks values that depend on one another, after all were parsed.
    ///
    /// - Throws: ``ValidationError`` for a contradiction.
    func validate() throws
}

extension ParsableArguments {
    /// Accepts all values.
    package func validate() throws {}
}

/// A wrong use of a command that no single argument shows, such as options that exclude each other.
package struct ValidationError: Error, Sendable, CustomStringConvertible {
    /// The cause and the remedy, in sentences.
    package let description: String

    /// Creates an error with the sentences that the user sees.
    package init(_ message: String) { description = message }
}
