// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A test's request to sign in a person without any page.
///
/// ```swift
/// var signIn = OneTimeSignIn(person: tenant.person.username)
/// signIn.secondFactor = false
/// let address = try await tenant.signInAddress(for: signIn).url
/// ```
public struct OneTimeSignIn: Sendable, Hashable, Codable {
    /// The person's ID or user name, or a customer's email address.
    public var person: String
    /// Whether the second factor counts as done; the default is `true`.
    public var secondFactor: Bool?
    /// The path at the tenant to redirect to; by default its home page.
    public var then: String?

    package var countsSecondFactor: Bool { secondFactor ?? true }

    /// Creates a sign-in.
    public init(person: String, secondFactor: Bool? = nil, then: String? = nil) {
        (self.person, self.secondFactor, self.then) = (person, secondFactor, then)
    }
}

/// A single-use URL that signs in a browser.
///
/// ```swift
/// let reply = try await tenant.signInAddress(for: OneTimeSignIn(person: tenant.person.username))
/// await show("Open \(reply.url) in one browser.")
/// #expect(reply.expiresAt > tenant.clock.now)
/// ```
public struct OneTimeSignInReply: Sendable, Hashable, Codable {
    /// The URL; it signs in the first browser that opens it.
    public let url: String
    /// The time when the URL expires.
    public let expiresAt: Date

    package init(url: String, expiresAt: Date) { (self.url, self.expiresAt) = (url, expiresAt) }
}
