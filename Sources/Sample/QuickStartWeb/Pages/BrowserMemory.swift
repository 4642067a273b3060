// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import QuickStart

/// The cookies of the language and of a recent sign-out, which hold no secret and outlive sessions.
struct BrowserMemory: Sendable {
    private let languageCookie: BrowserCookie
    private let signedOutCookie: BrowserCookie

    init(isSecure: Bool) {
        languageCookie = BrowserCookie("language", isSecure: isSecure)
        signedOutCookie = BrowserCookie("signed-out", isSecure: isSecure)
    }

    /// The language that a person chose, else the one that the browser prefers.
    func language(of request: Request) -> Language {
        languageCookie.value(in: request).flatMap(Language.init(tag:))
            ?? Language(accepting: request.headers[.acceptLanguage] ?? "")
    }

    /// The field that keeps a language for a year.
    func keeping(_ language: Language) -> String {
        languageCookie.setting(language.rawValue, maximumAge: .seconds(365 * 86_400))
    }

    /// Whether a person has just signed out: the provider may still remember that person, and must ask for the account.
    func hasSignedOut(_ request: Request) -> Bool { signedOutCookie.value(in: request) == "yes" }

    /// The field that remembers a sign-out for an hour.
    var rememberingSignOut: String { signedOutCookie.setting("yes", maximumAge: .seconds(3600)) }
}
