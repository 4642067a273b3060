// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignIn

struct AnsweringAgent: UserAgent {
    var bringsRedirectBack = true
    let answer: @Sendable (URL) throws -> URL

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered.withPort(49_152), answer: answer)
    }

    private struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI
        let answer: @Sendable (URL) throws -> URL
        func open(_ url: URL) async throws -> Redacted<URL> { Redacted(try answer(url)) }
    }
}
