// SPDX-License-Identifier: Apache-2.0
import OAuth

extension SignInFlow {
    /// Asks the provider whether it accepts the client and its credentials, before a person is sent there.
    ///
    /// A provider shows the error of an unknown client only to the person, on a page. The revocation of a made-up token
    /// changes nothing (RFC 7009 §2.2), and the provider refuses it to an unknown client. Without a revocation endpoint
    /// there is no request.
    ///
    /// - Throws: `ServerError` (`invalidClient`, `unauthorizedClient`); the errors of discovery.
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
            // Any other error says nothing about the client.
        }
    }
}
