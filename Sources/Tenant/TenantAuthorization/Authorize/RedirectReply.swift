// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
import PageTemplates
import TenantDirectory

package struct RedirectReply: Sendable {
    package let pages: Pages

    package init(pages: Pages) { self.pages = pages }

    /// A redirect, or a page that posts a form; a browser that cannot follow the redirect gets a page with its URL.
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
    /// Whether a current browser or web view navigates here, as Fetch Metadata shows.
    ///
    /// No browser can open a `urn:` URL: it would show an error page, without the code. Apps of 2016 need the redirect,
    /// because their web view passes them its URL, or an HTTP library reads `Location`; neither sends these fields.
    /// Current web views see the URL when the page refreshes to it.
    fileprivate var isPageVisit: Bool {
        headers.value(of: "Sec-Fetch-Mode") == "navigate" && headers.value(of: "Sec-Fetch-Dest") == "document"
    }
}

/// A form that carries a response to the app; a script or the user submits it. OAuth 2.0 Form Post Response Mode §2
package struct FormPostPage {
    /// The only script of all pages, which the policy admits by its hash.
    package static let script = "document.forms[0].submit()"

    package let answer: FormParameters
    package let redirectURI: RedirectURI
    package let appName: String

    package init(answer: FormParameters, redirectURI: RedirectURI, appName: String) {
        (self.answer, self.redirectURI, self.appName) = (answer, redirectURI, appName)
    }

    var values: PageValues {
        [
            "appName": appName,
            "action": redirectURI.text,
            "isSuccess": answer["error"] == nil,
            "parameters": answer.pairs.map { ["name": $0.name, "value": $0.value] },
            "script": Self.script,
        ]
    }
}

extension Pages {
    package func formPost(_ page: FormPostPage) -> Response? {
        guard let policy = ContentSecurityPolicy.handOver(to: page.redirectURI, script: FormPostPage.script) else {
            return nil
        }
        var response = html("form-post", page.values, policy: policy)
        // With the other pages' referrer policy, the form would have the origin `null`, which many apps reject.
        response.headers.set("Referrer-Policy", to: "origin")
        return response
    }

    func outOfBand(_ address: String, isSuccess: Bool, for client: RegisteredApp) -> Response {
        html("out-of-band", ["address": address, "isSuccess": isSuccess, "appName": client.displayName])
    }
}
