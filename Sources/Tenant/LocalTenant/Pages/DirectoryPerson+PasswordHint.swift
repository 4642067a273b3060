// SPDX-License-Identifier: Apache-2.0

extension DirectoryPerson {
    /// What the page for the password says about it: the samples' is no secret, everybody else's is.
    ///
    /// - Parameter home: The person's directory, if it is known.
    /// - Returns: A sentence, or `nil` if nothing may be said.
    /// - Throws: What the crypto library throws.
    func passwordHint(in home: Tenant?) throws -> String? {
        guard passwordHash == nil else { return "This person has a password of their own." }
        guard let home, try DirectorySeed.isSamplePassword(of: home) else { return nil }
        return "Every sample person has the password “\(IdentityPlatform.samplePassword)”."
    }
}
