// SPDX-License-Identifier: Apache-2.0

/// A fault in the content of a response, for any kind of content.
///
/// ```swift
/// try await tenant.inject(.content(.malformedJSON), at: .token)
/// let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
/// #expect(refusal?.code == .tokenResponseMalformed)
/// ```
public enum ContentFault: String, Sendable, CaseIterable {
    /// The content is empty.
    case emptyBody
    /// The content ends in the middle.
    case truncatedBody = "truncate"
    /// The content is not JSON.
    case malformedJSON
    /// A member occurs twice.
    case duplicateMember
    /// The content is JSON, but its type is HTML.
    case wrongContentType
    /// The content is 5 MiB longer, above the limits of clients.
    case oversizedBody
}
