// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import OAuth
import TenantDirectory

/// Sends an answer to the app: a code, tokens or an error.
package struct RedirectReply: Sendable {
    package let pages: Pages

    package init(pages: Pages) {
        self.pages = pages
    }

    /// A redirect, or a page with a form for the app; a browser that cannot follow a redirect gets a page with the
    /// address.
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
    /// Whether a current browser navigates here, to display the response.
    ///
    /// No browser can open a `urn:` address. Apps of 2016 need the redirect: a web view passes them its address before
    /// it follows, and an HTTP library reads `Location`. Neither sends the fields of Fetch Metadata. A browser that
    /// follows would leave the person with an error page and no code. Current browsers send both fields for a
    /// navigation, to loopback addresses too. So do current web views, which see the address when the page refreshes to
    /// it.
    fileprivate var isPageVisit: Bool {
        headers.value(of: "Sec-Fetch-Mode") == "navigate" && headers.value(of: "Sec-Fetch-Dest") == "document"
    }
}
