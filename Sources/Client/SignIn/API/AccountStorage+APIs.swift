// SPDX-License-Identifier: Apache-2.0
package import Provider

extension AccountStorage {
    /// The registrations for APIs that were found by their addresses, one for each API.
    ///
    /// - Throws: `AccountStorageError`.
    package func registrationsOfAPIs() async throws -> [ClientRegistration] {
        try await records().compactMap(\.api).map(ClientRegistration.init)
    }
}
