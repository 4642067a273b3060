// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing
package import HTTPTypes
package import Hummingbird
package import Mustache
import NIOCore
package import OAuth
package import TenantDirectory

/// Renders the pages, with the content security policy and the form token that each one needs.
package struct Pages: Sendable {
    /// The form field with the authorization request.
    package static let carriedField = "request"

    /// The purpose of a form token that is valid for any step of a sign-in.
    package static let purpose = "sign in"

    package let settings: TenantSettings
    /// The sample people; the password pages show their password, because it is no secret.
    package let samples: SampleNames
    private let library: MustacheLibrary
    package let protection: CSRFProtection

    /// - Parameters:
    ///   - settings: The name of the cookie, and the origins of valid forms.
    ///   - csrfKey: The key for the tokens of the forms.
    ///   - library: The templates of all parts of the tenant.
    ///   - samples: The sample people, with their password.
    package init(settings: TenantSettings, csrfKey: [UInt8], library: MustacheLibrary, samples: SampleNames) {
        self.samples = samples
        self.settings = settings
        protection = CSRFProtection(key: csrfKey, origins: settings.names.origins)
        self.library = library
    }

    /// Refuses a form that does not come from a page of this tenant in this browser.
    ///
    /// - Throws: `RequestRefusal`.
    package func checkForm(_ form: FormParameters, purpose: String = Pages.purpose, request: Request) throws {
        try protection.judge(
            try SubmittedForm(request, parameters: form, cookie: csrfCookie), purpose: purpose)
    }

    private var csrfCookie: BrowserCookie { settings.cookie("form") }

    /// The cookie that ties a form to the browser; a browser without one gets one.
    package func cookie(of request: Request) -> FormCookie {
        if let value = csrfCookie.value(in: request), !value.isEmpty { return .kept(value) }
        let value = CSRFProtection.newCookieValue(from: settings.random)
        return .new(value, field: csrfCookie.setting(value))
    }

    /// A page from a template, with the style sheet.
    package func html(
        _ template: String, _ values: [String: Any], status: HTTPResponse.Status = .ok,
        policy: HTTPServing.ContentSecurityPolicy = .page(),
        cookie: FormCookie? = nil
    ) -> Response {
        var values = values
        values["stylesheet"] = StyleSheet.path
        let text = library.render(values, withTemplate: template) ?? ""
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        response.headers[.contentSecurityPolicy] = policy.text
        if case .new(_, let field) = cookie { response.headers.append(HTTPField(name: .setCookie, value: field)) }
        return response
    }
}
