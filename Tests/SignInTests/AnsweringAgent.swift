// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignIn

struct AnsweringAgent: UserAgent {
    var bringsRedirectBack = true
    private let answer: @Sendable (URL, RedirectURI) async throws -> URL

    init(bringsRedirectBack: Bool = true, _ answer: @escaping @Sendable (URL) async throws -> URL) {
        self.bringsRedirectBack = bringsRedirectBack
        self.answer = { url, _ in try await answer(url) }
    }

    /// Redirects with these parameters.
    init(redirecting parameters: @escaping @Sendable (URL, RedirectURI) async throws -> FormParameters) {
        answer = { url, redirectURI in
            let query = try await parameters(url, redirectURI).encoded
            return try #require(URL(string: "\(redirectURI.text)?\(query)"))
        }
    }

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered.port == nil ? registered.withPort(49_152) : registered, answer: answer)
    }

    private struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI
        let answer: @Sendable (URL, RedirectURI) async throws -> URL
        func open(_ url: URL) async throws -> Redacted<URL> { Redacted(try await answer(url, redirectURI)) }
    }
}
