// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
import PageTemplates
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

/// The page with the form that carries an answer to the app.
///
/// A script submits the form; with scripts off, the person submits it. OAuth 2.0 Form Post Response Mode §2
package struct FormPostPage {
    /// The only script of all pages; the policy admits it by its hash.
    package static let script = "document.forms[0].submit()"

    package let answer: FormParameters
    /// The address that the form posts to.
    package let redirectURI: RedirectURI
    /// The app's display name.
    package let appName: String

    package init(answer: FormParameters, redirectURI: RedirectURI, appName: String) {
        (self.answer, self.redirectURI, self.appName) = (answer, redirectURI, appName)
    }

    /// The values for the template.
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
    /// The page that posts an answer to the app; `nil` if the app's address cannot take a form.
    package func formPost(_ page: FormPostPage) -> Response? {
        guard let policy = ContentSecurityPolicy.handOver(to: page.redirectURI, script: FormPostPage.script) else {
            return nil
        }
        var response = html("form-post", page.values, policy: policy)
        // The referrer policy of the other pages would send the form with the origin `null`, which many apps refuse.
        response.headers.set("Referrer-Policy", to: "origin")
        return response
    }

    /// The page with the answer for an app, for a browser that cannot open the app's address.
    func outOfBand(_ address: String, isSuccess: Bool, for client: RegisteredApp) -> Response {
        html("out-of-band", ["address": address, "isSuccess": isSuccess, "appName": client.displayName])
    }
}
