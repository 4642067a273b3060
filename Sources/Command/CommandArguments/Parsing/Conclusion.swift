// SPDX-License-Identifier: Apache-2.0

/// The end of a program whose arguments request only a text, such as the help or the version.
///
/// The program prints the text to standard output, and exits with 0.
package struct Conclusion: Error, Sendable {
    /// The text, without a line break at its end.
    package let text: String
}
