// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import HTTPTransport
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import SignIn
import SignInProvider

extension WebSignIn {
    /// Receives a provider's logout token. OpenID Connect Back-Channel Logout 1.0 §2.5
    func backChannelLogout(_ request: Request, of name: String, logger: Log) async throws -> Response {
        guard let registration = registrations.first(where: { $0.name == name }) else {
            return Response(status: .notFound)
        }
        do {
            let form = try await RequestContent(of: request).form()
            guard let text = try form.once("logout_token") else { return Self.logoutRefusal }
            let flow = SignInFlow(registration, keepingIn: accounts.forProviders)
            let token = try await flow.validateLogoutToken(Redacted(text))
            try await end(token)
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        } catch let error as any ActionableError {
            logger.info("a logout token was rejected", metadata: ["reason": "\(error.message)"])
            return Self.logoutRefusal
        } catch let error as RequestRefusal {
            logger.info("a logout token was rejected", metadata: ["reason": "\(error.message)"])
            return Self.logoutRefusal
        }
    }

    /// Ends the accounts that a logout token names, unless the sign-in is later.
    private func end(_ token: LogoutToken) async throws {
        // A repeated token, which may have been recorded, has no effect.
        let claim = "jti.\(LogoutIndex.session(token.id, at: token.issuer))"
        let owner = UUID().uuidString
        let end = token.expiresAt + .seconds(600)
        guard try await storage.claim(claim, by: owner, until: end, now: time.date()) else { return }
        do {
            try await endAccounts(of: token)
        } catch {
            // The provider may retry.
            try? await storage.release(claim, by: owner)
            throw error
        }
    }

    private func endAccounts(of token: LogoutToken) async throws {
        let issued = token.claims.date("iat") ?? time.date()
        if let session = token.sessionID {
            // A session ID identifies one sign-in.
            try await end(LogoutIndex.session(session, at: token.issuer), signedInBefore: .distantFuture)
        }
        guard let subject = token.subject else { return }
        // A subject also matches later sign-ins; if the token has a session ID, it ends only accounts without one.
        try await end(
            LogoutIndex.person(subject, at: token.issuer), signedInBefore: issued,
            onlyWithoutSessionID: token.sessionID != nil)
    }

    /// The path that a provider loads in a frame when a user signs out there.
    package static func frontChannelLogoutPath(of registration: String) -> String {
        "\(SignInPath.frontChannel)/\(registration)"
    }

    /// The page in a frame of the provider's sign-out page. OpenID Connect Front-Channel Logout 1.0 §2
    ///
    /// Another site's frame sends no cookie, so the session is found by issuer and unguessable session ID.
    func frontChannelLogout(_ request: Request, of name: String) async throws -> Response {
        guard let registration = registrations.first(where: { $0.name == name }),
            let query = FormParameters(encoded: request.uri.query ?? "")
        else { return Response(status: .notFound) }
        if let issuer = try query.once("iss"), let session = try query.once("sid") {
            try await end(LogoutIndex.session(session, at: issuer), signedInBefore: .distantFuture)
        }
        var response = Response(status: .ok, headers: [.cacheControl: "no-store"])
        let framing = Origin(registration.issuer)?.description ?? "'none'"
        response.headers.set("Content-Security-Policy", to: "default-src 'none'; frame-ancestors \(framing)")
        return response
    }

    private func end(
        _ indexName: String, signedInBefore latest: Date, onlyWithoutSessionID: Bool = false
    ) async throws {
        for (session, entry) in try await storage.entries(under: indexName)
        where entry.date <= latest && !(onlyWithoutSessionID && entry.indexNames.count > 1) {
            _ = try await storage.take(entry.name, of: session)
            guard try await storage.entries(beginning: SessionAccountStorage.prefix, of: session).isEmpty else {
                continue
            }
            try await storage.remove(session)
        }
    }

    private static let logoutRefusal = Response(
        status: .badRequest, headers: [.contentType: "application/json", .cacheControl: "no-store"],
        body: ResponseBody(#"{"error":"invalid_request"}"#))
}
