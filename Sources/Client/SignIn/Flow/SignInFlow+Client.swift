// SPDX-License-Identifier: Apache-2.0
import OAuth

extension SignInFlow {
    /// Asks the provider whether it knows the client as it shows itself, before a person is sent there.
    ///
    /// A provider that does not know the client tells only the person so, on its own page. To revoke a token that was
    /// never given changes nothing (RFC 7009 §2.2), and is refused to a client that the provider does not know; where
    /// tokens cannot be revoked, nothing is asked.
    ///
    /// - Throws: `ServerError` (`invalidClient`, `unauthorizedClient`); those of discovery.
    package func checkClient() async throws {
        let provider = try await discover()
        guard let endpoint = provider.metadata.revocationEndpoint else { return }
        do {
            try await tokenEndpoint(of: provider).revoke(Redacted(random.text()), at: endpoint)
        } catch let error as ServerError where [.invalidClient, .unauthorizedClient].contains(error.code) {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Any other answer says nothing about the client.
        }
    }
}
