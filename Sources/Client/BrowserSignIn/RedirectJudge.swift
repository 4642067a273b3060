// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages
package import PortableFoundation

/// Distinguishes the redirect from other requests that browsers, and pages in them, send to a loopback port.
package struct RedirectJudge: Sendable {
    package enum Verdict: Equatable {
        case redirect(Redacted<URL>)
        case start(URL)
        /// A page that returned without a response to this sign-in.
        case stray(HTTPResponse.Status, String)
        case refusal(HTTPResponse.Status, String)
    }

    /// Includes the listener's port.
    package let redirectURI: RedirectURI

    package init(redirectURI: RedirectURI) { self.redirectURI = redirectURI }

    /// `awaited` and `start` are `nil` before the page is shown, when no redirect is valid.
    package func judge(
        _ request: HTTPRequest, awaiting awaited: AwaitedRedirect?, startingAt start: OneTimeAddress? = nil
    ) -> Verdict {
        guard isForUs(request.authority) else {
            // Another owner's name that resolves to this machine: DNS rebinding.
            return .refusal(.misdirectedRequest, "This address does not accept that host name.")
        }
        guard [.get, .post].contains(request.method) else {
            return .refusal(.methodNotAllowed, "Only GET is accepted here.")
        }
        guard isNavigation(request.headerFields) else {
            return .refusal(.forbidden, "Only browser navigation is accepted here.")
        }
        // A complete URL is for a proxy.
        let path = request.scheme == nil ? request.path ?? "" : ""
        if request.method == .get, let start, start.isAsked(by: path) { return .start(start.target) }
        guard let url = URL.repairing("http://\(authority)\(path)"), redirectURI.receives(url) else {
            return .refusal(.notFound, "There is nothing here.")
        }
        guard request.method == .get else { return .stray(.methodNotAllowed, "Only GET is accepted here.") }
        guard let parameters = FormParameters(repairing: url.encodedQuery),
            ["code", "error", "state"].contains(where: { parameters[$0] != nil }),
            let awaited, awaited.isAnswered(by: parameters)
        else { return .stray(.notFound, "This does not belong to the pending sign-in.") }
        return .redirect(Redacted(url))
    }

    private var authority: String { redirectURI.host + (redirectURI.port.map { ":\($0)" } ?? "") }

    /// The listener has already rejected a request with two hosts.
    private func isForUs(_ host: String?) -> Bool {
        let ours = redirectURI.port == 80 ? [authority, redirectURI.host] : [authority]
        return host.map { ours.contains($0.lowercased()) } ?? false
    }

    /// A page can make the browser load this URL as an image or a script, which must not end the wait; browsers send
    /// the kind of request.
    private func isNavigation(_ fields: HTTPFields) -> Bool {
        fields[values: .secFetchMode].allSatisfy { $0 == "navigate" }
            && fields[values: .secFetchDest].allSatisfy { $0 == "document" }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchMode = Self(token: "Sec-Fetch-Mode")
    fileprivate static let secFetchDest = Self(token: "Sec-Fetch-Dest")
}
