// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import TenantDirectory

/// Notifies clients directly that a session ended, so that they end theirs. OpenID Connect Back-Channel Logout §2
struct BackChannelLogout: Sendable {
    /// The time limit for each client; the person's sign-out waits for the slowest.
    static let deadline = Duration.seconds(3)
    /// §2.4.
    static let event = "http://schemas.openid.net/event/backchannel-logout"

    let provider: StandardProvider
    let logger: Log

    /// Notifies all clients of the sessions in parallel; an unreachable one is logged, and does not stop the sign-out.
    func notifyClients(of sessionIDs: [String]) async throws {
        let found = try await provider.grantStore.clients(of: sessionIDs)
        await withTaskGroup(of: Void.self) { group in
            for (client, grant) in found {
                guard let text = client.metadata.backChannelLogoutURI, let address = Self.address(text) else {
                    continue
                }
                group.addTask { await notify(client, at: address, of: grant) }
            }
        }
    }

    private func notify(_ client: StandardClient, at address: URL, of grant: StandardGrant) async {
        do {
            var request = HTTPRequest(method: .post, url: address)
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            let form: FormParameters = ["logout_token": try token(for: client, of: grant)]
            let body = Data(form.encoded.utf8)
            let response = try await withDeadline(Self.deadline, naming: request) {
                [request, transport = provider.settings.transport] in
                try await transport.send(request, body: body)
            }
            guard [.ok, .noContent].contains(response.status) else {
                return logger.warning(
                    "a client did not accept a logout",
                    metadata: ["client": "\(client.id)", "status": "\(response.status.code)"])
            }
        } catch {
            logger.warning(
                "a client could not be notified of a logout", metadata: ["client": "\(client.id)", "why": "\(error)"])
        }
    }

    /// A nonce is forbidden, so that no logout token is accepted as an ID token. §2.4
    private func token(for client: StandardClient, of grant: StandardGrant) throws -> String {
        let now = provider.now.seconds
        var claims: [String: JSONValue] = [
            "iss": .string(provider.issuer), "aud": .string(client.id), "iat": .integer(now),
            "exp": .integer(now + provider.database.lifetimes.seconds(.standardLogoutToken)),
            "jti": .string(provider.random.text(bytes: 16)),
            "events": .object([Self.event: .object([:])]),
        ]
        claims["sub"] = grant.personID.map(JSONValue.string)
        claims["sid"] = grant.sessionID.map(JSONValue.string)
        return try provider.keys.sign(claims, by: client.metadata.idTokenAlgorithm, type: "logout+jwt")
    }

    /// Logout tokens go only over https, or to this machine.
    static func address(_ text: String) -> URL? {
        guard let uri = RedirectURI(text), uri.scheme == "https" || uri.isLoopback else { return nil }
        return uri.url
    }
}
