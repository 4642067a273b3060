// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

// snippet: a user agent of one's own
/// Shows the provider's pages in a system session, and returns the final URL.
struct SessionUserAgent: UserAgent {
    let present: @Sendable (_ page: URL, _ callbackScheme: String) async throws -> URL

    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered, present: present)
    }

    struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI
        let present: @Sendable (_ page: URL, _ callbackScheme: String) async throws -> URL

        func open(_ url: URL) async throws -> Redacted<URL> {
            Redacted(try await present(url, redirectURI.scheme))  // contains the code, which must not be logged
        }
    }
}
// snippet: end
