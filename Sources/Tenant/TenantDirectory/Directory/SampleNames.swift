// SPDX-License-Identifier: Apache-2.0

/// The names of samples that endpoints use as defaults, and the password of all sample people.
package struct SampleNames: Sendable {
    package let password: String
    /// The password hashes of the sample directories: a directory with another hash has a password of its own.
    package let passwordHashes: Set<String>
    /// The app of test tokens for a person.
    package let appID: String
    /// The app of test tokens without a person.
    package let daemonID: String
    /// App and API of test tokens for a customer.
    package let customerAppID: String
    /// The user flow of test tokens for a customer.
    package let userFlow: String

    package init(
        password: String, passwordHashes: Set<String>, appID: String, daemonID: String, customerAppID: String,
        userFlow: String
    ) {
        self.password = password
        self.passwordHashes = passwordHashes
        self.appID = appID
        self.daemonID = daemonID
        self.customerAppID = customerAppID
        self.userFlow = userFlow
    }

    /// Whether the people of a directory have the samples' password.
    package func isPassword(of tenant: Tenant) -> Bool { passwordHashes.contains(tenant.passwordHash) }
}
