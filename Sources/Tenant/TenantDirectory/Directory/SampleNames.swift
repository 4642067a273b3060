// SPDX-License-Identifier: Apache-2.0

/// The names of samples that endpoints use as defaults, and the password of all sample people.
package struct SampleNames: Sendable {
    package let password: String
    /// The password hashes of the sample directories, now and in earlier versions.
    ///
    /// A directory with another hash has a password of its own.
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
        (self.password, self.passwordHashes, self.appID) = (password, passwordHashes, appID)
        (self.daemonID, self.customerAppID, self.userFlow) = (daemonID, customerAppID, userFlow)
    }

    /// Whether a hash, such as that of a directory's people, is one of the samples' password.
    package func isPasswordHash(_ hash: String) -> Bool { passwordHashes.contains(hash) }
}

extension DirectoryPerson {
    /// The hint on the password page, if there is one: only the samples' password is public.
    package func passwordHint(in home: Tenant?, _ samples: SampleNames) -> String? {
        guard passwordHash == nil else { return "This user has their own password." }
        guard let home, samples.isPasswordHash(home.passwordHash) else { return nil }
        return "All sample users have the password “\(samples.password)”."
    }
}
