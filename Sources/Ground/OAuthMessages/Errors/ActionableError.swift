// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// An error with a sentence for the user, and the action that can help.
///
/// All errors of Tessera conform to it, so an app needs no list of its own:
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch let error as any ActionableError {
///     await show(error.localizedDescription, offering: error.nextAction)
/// }
/// ```
public protocol ActionableError: LocalizedError, Sendable {
    /// The cause and the solution in one sentence, without an initial capital letter or a period.
    var message: String { get }
    /// The action that can help.
    var nextAction: NextAction { get }
}

extension ActionableError {
    /// The message as a complete sentence; system interfaces show it as `localizedDescription`.
    public var errorDescription: String? { message.asSentence }
}

extension String {
    /// A message of our own with a capital letter and a period.
    package var asSentence: String { prefix(1).uppercased() + dropFirst() + (last?.isPunctuation == true ? "" : ".") }
}
