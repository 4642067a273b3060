// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages
package import PortableFoundation

/// Distinguishes the redirect from other requests that browsers, and pages in them, send to a port on loopback.
package struct RedirectJudge: Sendable {
    package enum Verdict: Equatable {
        /// The redirect; the sign-in judges its content.
        case redirect(Redacted<URL>)
        /// The browser that was started; lead it to this page.
        case start(URL)
        /// A page came back without an answer to this sign-in; its response.
        case stray(HTTPResponse.Status, String)
        /// Any other request, and its response.
        case refusal(HTTPResponse.Status, String)
    }

    /// The redirect URI with the port of the listener.
    package let redirectURI: RedirectURI

    package init(redirectURI: RedirectURI) { self.redirectURI = redirectURI }

    /// Judges a request by its head.
    ///
    /// `awaited` and `start` are `nil` until the page is shown; before that, no redirect can be the right one.
    package func judge(
        _ request: HTTPRequest, awaiting awaited: AwaitedRedirect?, startingAt start: OneTimeAddress? = nil
    ) -> Verdict {
        guard isForUs(request.authority) else {
            // A name of another owner that leads to this machine: DNS rebinding.
            return .refusal(.misdirectedRequest, "This address does not accept that host name.")
        }
        guard [.get, .post].contains(request.method) else {
            return .refusal(.methodNotAllowed, "Only GET is accepted here.")
        }
        guard isNavigation(request.headerFields) else {
            return .refusal(.forbidden, "Only browser navigation is accepted here.")
        }
        // A whole address is for a proxy, and this is none.
        let path = request.scheme == nil ? request.path ?? "" : ""
        if request.method == .get, let start, start.isAsked(by: path) { return .start(start.target) }
        guard let url = URL.repairing(origin + path), redirectURI.receives(url) else {
            return .refusal(.notFound, "There is nothing here.")
        }
        guard request.method == .get else { return .stray(.methodNotAllowed, "Only GET is accepted here.") }
        guard let parameters = FormParameters(repairing: url.encodedQuery),
            ["code", "error", "state"].contains(where: { parameters[$0] != nil }),
            let awaited, awaited.isAnswered(by: parameters)
        else { return .stray(.notFound, "This does not belong to the pending sign-in.") }
        return .redirect(Redacted(url))
    }

    private var origin: String { "http://\(authority)" }

    private var authority: String { redirectURI.host + (redirectURI.port.map { ":\($0)" } ?? "") }

    /// Of two hosts, the listener has made a bad request.
    private func isForUs(_ host: String?) -> Bool {
        let ours = redirectURI.port == 80 ? [authority, redirectURI.host] : [authority]
        return host.map { ours.contains($0.lowercased()) } ?? false
    }

    /// A page may make the browser fetch this address as an image or a script: browsers name that kind of request, and
    /// it must not end the wait.
    private func isNavigation(_ fields: HTTPFields) -> Bool {
        fields[values: .secFetchMode].allSatisfy { $0 == "navigate" }
            && fields[values: .secFetchDest].allSatisfy { $0 == "document" }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchMode = Self(token: "Sec-Fetch-Mode")
    fileprivate static let secFetchDest = Self(token: "Sec-Fetch-Dest")
}
