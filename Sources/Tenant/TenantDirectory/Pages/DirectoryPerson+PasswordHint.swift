// SPDX-License-Identifier: Apache-2.0

extension DirectoryPerson {
    /// The hint on the password page: only the samples' password is public.
    ///
    /// - Parameters:
    ///   - home: The person's directory, if it is known.
    ///   - samples: The password of the samples.
    /// - Returns: A sentence, or `nil` if the page may say nothing.
    package func passwordHint(in home: Tenant?, _ samples: SampleNames) -> String? {
        guard passwordHash == nil else { return "This person has a password of their own." }
        guard let home, samples.isPassword(of: home) else { return nil }
        return "Every sample person has the password “\(samples.password)”."
    }
}
