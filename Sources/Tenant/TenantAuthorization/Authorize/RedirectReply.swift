// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import OAuth
import TenantDirectory

/// Takes an answer to the app, be it a code, tokens or an error.
package struct RedirectReply: Sendable {
    package let pages: Pages

    package init(pages: Pages) {
        self.pages = pages
    }

    /// A redirect, or a page whose form goes to the app; to a browser that could not follow a redirect, a page with
    /// the address.
    package func answer(_ parameters: FormParameters, to target: RedirectTarget, request: Request) -> Response {
        if target.mode == .formPost, target.takesForms,
            let page = pages.formPost(
                FormPostPage(
                    answer: target.parameters(carrying: parameters), redirectURI: target.redirectURI,
                    appName: target.client.displayName))
        {
            return page
        }
        let address = target.address(carrying: parameters)
        if target.redirectURI.scheme == "urn", request.isPageVisit {
            return pages.outOfBand(address, isSuccess: parameters["error"] == nil, for: target.client)
        }
        return Response(status: .found, headers: [.location: address])
    }
}

extension Request {
    /// Whether a browser of today asks, in order to show what comes.
    ///
    /// Nobody can open a `urn:` address. An app of 2016 does not have to: its web view hands it the address of every
    /// redirect before following it, and an HTTP library reads `Location`; both need the redirect, and neither sends
    /// the fields of Fetch Metadata. A browser that follows would leave the person with an error page and no code;
    /// every current one sends both fields for a visit, to loopback addresses too. Web views of today send them as
    /// well, and see the address when the page's refresh goes there.
    fileprivate var isPageVisit: Bool {
        headers.value(of: "Sec-Fetch-Mode") == "navigate" && headers.value(of: "Sec-Fetch-Dest") == "document"
    }
}
