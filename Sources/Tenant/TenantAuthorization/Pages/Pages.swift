// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
package import HTTPMessages
package import HTTPServing
package import OAuthMessages
package import PageTemplates
import PortableFoundation
package import TenantDirectory

package struct Pages: Sendable {
    package static let carriedField = "request"

    /// Form tokens with this purpose are valid for any step of a sign-in.
    package static let purpose = "sign in"

    package let settings: TenantSettings
    /// The password pages show the sample people's password, because it is no secret.
    package let samples: SampleNames
    private let library: PageLibrary
    package let protection: CSRFProtection

    package init(settings: TenantSettings, csrfKey: [UInt8], library: PageLibrary, samples: SampleNames) {
        self.samples = samples
        self.settings = settings
        protection = CSRFProtection(key: csrfKey, origins: settings.names.origins)
        self.library = library
    }

    /// Rejects a form that does not come from a page of this tenant in this browser.
    package func checkForm(_ form: FormParameters, purpose: String = Pages.purpose, request: Request) throws {
        try protection.judge(try SubmittedForm(request, parameters: form, cookie: csrfCookie), purpose: purpose)
    }

    private var csrfCookie: BrowserCookie { settings.cookie("form") }

    /// Ties a form to the browser; a browser without the cookie gets one.
    package func cookie(of request: Request) -> FormCookie {
        if let value = csrfCookie.value(in: request), !value.isEmpty { return .kept(value) }
        let value = CSRFProtection.newCookieValue(from: settings.random)
        return .new(value, field: csrfCookie.setting(value))
    }

    package func html(
        _ template: String, _ values: PageValues, status: HTTPResponse.Status = .ok,
        policy: HTTPServing.ContentSecurityPolicy = .page(),
        cookie: FormCookie? = nil
    ) -> Response {
        var values = values
        values["stylesheet"] = StyleSheet.path
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(library.page(template, values)))
        response.headers[.contentSecurityPolicy] = policy.text
        if case .new(_, let field) = cookie { response.headers.append(HTTPField(name: .setCookie, value: field)) }
        return response
    }

    /// Shows a problem that must not be sent to the app; `trace` has the IDs and the time for looking it up.
    package func problem(
        _ title: String, code: String, message: String, facts: [ProblemFact], hint: String,
        trace: PageValues = [:], status: HTTPResponse.Status = .badRequest
    ) -> Response {
        let values: PageValues = [
            "title": title, "code": code, "message": message, "hint": hint,
            "facts": facts.map { ["label": $0.label, "values": $0.values] as PageValues },
        ]
        return html("problem", values.merging(trace), status: status)
    }

    package func message(_ title: String, _ text: String) -> Response {
        html("message", ["title": title, "text": text])
    }

    package func signedOut(isAddressRefused: Bool) -> Response {
        message(
            "You are signed out",
            isAddressRefused
                ? "The app's post-logout redirect URI is not registered, so you stay here. "
                    + "You can close this window."
                : "The next sign-in in this browser asks for your account. You can close this window.")
    }
}

package enum FormCookie {
    case kept(String)
    case new(String, field: String)

    package var value: String {
        switch self {
        case .kept(let value), .new(let value, _): value
        }
    }
}

package enum StyleSheet {
    package static let path = "/style.css"
    private static let content = Array(String(cString: tenant_style_sheet()).utf8)

    package static var response: Response {
        Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "max-age=3600"],
            body: ResponseBody(content))
    }
}

package enum AuthorizationTemplates {
    package static let all: [(String, [UInt8])] = [
        ("layout", PackageResources.layout_mustache),
        ("carried", PackageResources.carried_mustache),
        ("form-post", PackageResources.form_post_mustache),
        ("out-of-band", PackageResources.out_of_band_mustache),
        ("user-code", PackageResources.user_code_mustache),
        ("device-confirmation", PackageResources.device_confirmation_mustache),
        ("message", PackageResources.message_mustache),
        ("inbox", PackageResources.inbox_mustache),
        ("inbox-notice", PackageResources.inbox_notice_mustache),
        ("pick-account", PackageResources.pick_account_mustache),
        ("password", PackageResources.password_mustache),
        ("permissions", PackageResources.permissions_mustache),
        ("problem", PackageResources.problem_mustache),
    ]
}

package struct ProblemFact: Sendable {
    let label: String
    let values: [String]

    package init(_ label: String, _ values: [String]) { (self.label, self.values) = (label, values) }
}
