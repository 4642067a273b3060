// SPDX-License-Identifier: Apache-2.0
/// A person in a directory of the tenant.
///
/// ```swift
/// @Test func `a test adds people of its own`() async throws {
///     try await withTenant { tenant in
///         let person = try await tenant.administration.addPerson(
///             "mo@aldervale.example", named: "Mo Farouk", in: "aldervale.example")
///         let account = try await tenant.signInFlow().signIn(with: tenant.userAgent(signingIn: person))
///         #expect(account.identity.username == "mo@aldervale.example")
///     }
/// }
/// ```
public struct TestPerson: Sendable, Hashable, Identifiable {
    /// The person's ID in the directory.
    public let id: String
    /// The display name.
    public let name: String
    /// The name to sign in with.
    public let username: String
}
