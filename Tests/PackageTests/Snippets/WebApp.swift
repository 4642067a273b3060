// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// Stands for the session of one browser, which a web app keeps on its own side.
protocol BrowserSession: Sendable {
    func keep(_ request: AuthorizationRequest) async
    func takeRequest() async -> AuthorizationRequest?
}

/// The two halves of a sign-in whose user agent is the next HTTP request.
struct WebApp {
    let flow: SignInFlow

    // snippet: web app
    /// Answers `GET /sign-in`: redirect the browser to the returned URL.
    func begin(_ session: some BrowserSession) async throws -> URL {
        let request = try await flow.authorizationRequest()
        await session.keep(request)
        return request.url
    }

    /// Answers `GET /signed-in?code=…&state=…`.
    func end(_ session: some BrowserSession, at address: URL) async throws -> Account {
        guard let request = await session.takeRequest() else { throw Refusal(.stateMismatch, "start again") }
        return try await flow.finish(Redacted(address), answering: request)
    }
    // snippet: end

    // snippet: form post
    func beginForForm(_ session: some BrowserSession) async throws -> URL {
        let request = try await flow.authorizationRequest(responseMode: .formPost)
        await session.keep(request)
        return request.url
    }

    /// Answers `POST /signed-in`.
    func end(_ session: some BrowserSession, with body: String) async throws -> Account {
        guard let request = await session.takeRequest(), let form = FormParameters(encoded: body) else {
            throw Refusal(.stateMismatch, "start again")
        }
        return try await flow.finish(form: form, answering: request)
    }
    // snippet: end
}
