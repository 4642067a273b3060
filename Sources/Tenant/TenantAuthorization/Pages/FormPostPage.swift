// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import OAuth
import TenantDirectory

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
    var values: [String: Any] {
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
