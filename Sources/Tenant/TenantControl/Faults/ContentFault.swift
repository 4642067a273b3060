// SPDX-License-Identifier: Apache-2.0

/// A fault in the body of any response.
///
/// ```swift
/// try await tenant.inject(.content(.malformedJSON), at: .token)
/// let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
/// #expect(refusal?.code == .tokenResponseMalformed)
/// ```
public enum ContentFault: String, Sendable, CaseIterable {
    /// The body is empty.
    case emptyBody
    /// The body is truncated in the middle.
    case truncatedBody = "truncate"
    /// The body is not JSON.
    case malformedJSON
    /// A member is repeated.
    case duplicateMember
    /// The body is JSON, but its media type is HTML.
    case wrongContentType
    /// The body is 5 MiB longer, which exceeds the limits of clients.
    case oversizedBody
}
