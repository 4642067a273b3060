// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import QuickStart

/// The cookies for the language and a recent sign-out, which contain no secret and outlive sessions.
struct BrowserMemory: Sendable {
    private let languageCookie: BrowserCookie
    private let signedOutCookie: BrowserCookie

    init(isSecure: Bool) {
        languageCookie = BrowserCookie("language", isSecure: isSecure)
        signedOutCookie = BrowserCookie("signed-out", isSecure: isSecure)
    }

    func language(of request: Request) -> Language {
        languageCookie.value(in: request).flatMap(Language.init(tag:))
            ?? Language(accepting: request.headers[.acceptLanguage] ?? "")
    }

    func keeping(_ language: Language) -> String {
        languageCookie.setting(language.rawValue, maximumAge: .seconds(365 * 86_400))
    }

    /// After a sign-out, the provider may still recognize the user, and must show the account picker.
    func hasSignedOut(_ request: Request) -> Bool { signedOutCookie.value(in: request) == "yes" }

    var rememberingSignOut: String { signedOutCookie.setting("yes", maximumAge: .seconds(3600)) }
}
