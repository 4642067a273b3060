// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

// snippet: a user agent of one's own
/// Shows the provider's pages in whatever the system offers for that, and gives back the address they end at.
struct SessionUserAgent: UserAgent {
    let present: @Sendable (_ page: URL, _ callbackScheme: String) async throws -> URL

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered, present: present)
    }

    struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI
        let present: @Sendable (_ page: URL, _ callbackScheme: String) async throws -> URL

        func open(_ url: URL) async throws -> URL { try await present(url, redirectURI.scheme) }
    }
}
// snippet: end
