// SPDX-License-Identifier: Apache-2.0
package import SignInProvider

extension AccountStorage {
    /// The registrations of the kept accounts whose API was found by its address; one for each account.
    ///
    /// - Throws: `AccountStorageError`.
    package func registrationsOfAPIs() async throws -> [ClientRegistration] {
        try await records().compactMap(\.api).map(ClientRegistration.init)
    }
}
