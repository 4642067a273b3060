// SPDX-License-Identifier: Apache-2.0
/// A person in a directory of the tenant.
public struct TestPerson: Sendable, Hashable, Identifiable {
    /// The person's id in the directory.
    public let id: String
    /// The name to show.
    public let name: String
    /// The name to sign in with.
    public let username: String
}
