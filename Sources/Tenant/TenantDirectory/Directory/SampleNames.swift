// SPDX-License-Identifier: Apache-2.0

/// Samples that endpoints use as defaults, and the password of all sample people.
package struct SampleNames: Sendable {
    package let password: String
    /// The hashes of the sample directories in this and earlier versions; another hash is a directory's own password.
    package let passwordHashes: Set<String>
    /// The app of test tokens for a person.
    package let appID: String
    /// The app of test tokens without a person.
    package let daemonID: String
    package let customerAppID: String
    package let userFlow: String

    package init(
        password: String, passwordHashes: Set<String>, appID: String, daemonID: String, customerAppID: String,
        userFlow: String
    ) {
        (self.password, self.passwordHashes, self.appID) = (password, passwordHashes, appID)
        (self.daemonID, self.customerAppID, self.userFlow) = (daemonID, customerAppID, userFlow)
    }

    package func isPasswordHash(_ hash: String) -> Bool { passwordHashes.contains(hash) }
}

extension DirectoryPerson {
    /// Only the samples' password is public.
    package func passwordHint(in home: Tenant?, _ samples: SampleNames) -> String? {
        guard passwordHash == nil else { return "This user has their own password." }
        guard let home, samples.isPasswordHash(home.passwordHash) else { return nil }
        return "All sample users have the password “\(samples.password)”."
    }
}
