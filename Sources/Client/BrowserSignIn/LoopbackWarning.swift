// SPDX-License-Identifier: Apache-2.0

/// A condition to report to the user while a visit waits for the browser.
///
/// ```swift
/// let agent = LoopbackUserAgent(
///     announce: { address in print(address) },
///     warn: { warning in
///         print(warning == .browserMissing ? "Open the address yourself." : "The page ended without an answer.")
///     })
/// ```
public enum LoopbackWarning: Sendable, Hashable {
    /// No browser could be started: the user opens the announced URL elsewhere.
    case browserMissing
    /// A page of the provider returned without a response to this sign-in, such as an error without `state`, or none
    /// at all: the user starts again, or cancels.
    case answerMissing
}
