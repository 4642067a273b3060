// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages
import PortableFoundation

extension WebSignInNotice {
    init(
        _ kind: Kind, status: HTTPResponse.Status = .ok, _ title: String, _ text: String, forms: [Form] = [],
        leadingTo formTargets: [String] = [], error: (any ActionableError)? = nil
    ) {
        (self.kind, self.status, self.title, self.text) = (kind, status, title, text)
        (self.forms, self.formTargets, self.error) = (forms, formTargets, error)
    }

    static let formFromElsewhere = WebSignInNotice(
        .formFromElsewhere, status: .forbidden, "This form was not accepted",
        "Nothing was changed. The form came from another site, or from an expired page. Open the page again, and send "
            + "the form from there.", forms: [.home])

    static let addressElsewhere = WebSignInNotice(
        .addressElsewhere, status: .badRequest, "This link leads elsewhere",
        "The address to return to after the sign-in is not in this app, so the sign-in did not start.",
        forms: [.home])

    static let answerPosted = WebSignInNotice(
        .answerPosted, status: .badRequest, "The provider posted its response",
        "Browsers send no cookie with a form from another site, so the response cannot be matched to a sign-in. "
            + "The app must request the response in the URL: response_mode=query.", forms: [.home])

    static func sessionMissing(_ again: Form) -> WebSignInNotice {
        WebSignInNotice(
            .sessionMissing, status: .badRequest, "The sign-in started elsewhere",
            "This browser has no cookie for the sign-in. It started in another browser or a private window, took too "
                + "long, or cookies are blocked. Allow cookies for this site, then sign in again here.", forms: [again])
    }

    static func answerUnexpected(_ again: Form) -> WebSignInNotice {
        WebSignInNotice(
            .answerUnexpected, status: .badRequest, "This sign-in has ended",
            "The provider's response matches no pending sign-in in this browser. It took too long, or was received "
                + "twice. Sign in again.", forms: [again, .home])
    }

    static func confirmSignIn(_ form: Form, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .confirmSignIn, "Sign in", "Another site sent you here. Sign in only if you want to use this app.",
            forms: [form], leadingTo: targets)
    }

    static func cancelled(_ again: Form, back: Form) -> WebSignInNotice {
        WebSignInNotice(
            .cancelled, "You canceled the sign-in", "Nothing was changed. You can go back, or sign in again.",
            forms: [back, again])
    }

    static func failed(_ error: any ActionableError, again: Form) -> WebSignInNotice {
        switch error.nextAction {
        case .retry, .checkConnection:
            WebSignInNotice(
                .providerUnavailable, status: .serviceUnavailable, "The sign-in server does not respond",
                "The sign-in server cannot be reached. Try again in a moment.",
                forms: [again, .home], error: error)
        default:
            WebSignInNotice(
                .failed, status: .badRequest, "The sign-in failed", error.explanation,
                forms: [again, .home], error: error)
        }
    }

    static func sendAgain(_ form: Form, afterSignIn: Bool, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .sendAgain, status: afterSignIn ? .ok : .forbidden, "Send your form again",
            afterSignIn
                ? "Your session had ended when you sent it. You are signed in again, and your input is not lost."
                : "The page had expired when you sent it. Your input is not lost.",
            forms: [form, .home], leadingTo: targets)
    }

    static func storageUnavailable(_ step: Form, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .storageUnavailable, status: .serviceUnavailable, "The app is temporarily unavailable",
            "It cannot reach its session store. "
                + (step.isPost
                    ? "Your input is not lost. Send it again in a moment." : "Try again in a moment."),
            forms: [step], leadingTo: targets)
    }

    /// A browser keeps the form of any length that it sent, and sends it again when the user reloads the response.
    static let formNotKept = WebSignInNotice(
        .formNotKept, status: .serviceUnavailable, "The app is temporarily unavailable",
        "It cannot reach its session store. Your input is not on this page, but your browser still has it. Reload this "
            + "page in a moment, and let the browser send it again.",
        forms: [.home])

    static func confirmSignOut(_ forms: [Form], leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .confirmSignOut, "Sign out", "This ends your session here. You can also end your session at the provider.",
            forms: forms, leadingTo: targets)
    }

    static func signedOut(everywhere: Bool) -> WebSignInNotice {
        WebSignInNotice(
            everywhere ? .signedOutAtProvider : .signedOut, "You are signed out",
            everywhere
                ? "The session here has ended, and the provider has sent you back."
                : "The session here has ended. You may still be signed in at the provider in this browser.",
            forms: [.home])
    }

    static func sessions(_ forms: [Form]) -> WebSignInNotice {
        WebSignInNotice(
            .sessions, "Your sessions", "The browsers where you are signed in.", forms: forms + [.home])
    }
}

extension WebSignInNotice.Form {
    init(
        _ label: String, to target: String, isPost: Bool = true, fields: [(name: String, value: String)] = [],
        note: String = "", step: WebSignInNotice.Step
    ) {
        (self.label, self.target, self.isPost) = (label, target, isPost)
        (self.fields, self.note, self.step) = (fields, note, step)
    }

    static let home = Self("Home page", to: "/", isPost: false, step: .home)

    static func retry(at address: OwnAddress) -> Self {
        Self("Try again", to: address.text, isPost: false, step: .retry)
    }

    static func signIn(_ registration: String?, returnTo address: String?) -> Self {
        var fields: [(name: String, value: String)] = []
        if let registration { fields.append(("registration", registration)) }
        if let address { fields.append(("return", address)) }
        return Self("Sign in", to: SignInPath.start, isPost: false, fields: fields, step: .signIn)
    }

    /// The URL, including the fields, of a button that changes nothing, for use as a link.
    public var address: String {
        var parameters = FormParameters()
        for field in fields { parameters.append(field.name, field.value) }
        return fields.isEmpty ? target : "\(target)?\(parameters.encoded)"
    }

    static func back(to address: String) -> Self { Self("Go back", to: address, isPost: false, step: .back) }
}

enum SignInPath {
    static let start = "/sign-in"
    static let form = "/sign-in/form"
    static let sessions = "/sign-in/sessions"
    static let backChannel = "/sign-in/back-channel-logout"
    static let frontChannel = "/sign-in/front-channel-logout"
    static let signOut = "/sign-out"
    static let signedOut = "/sign-out/done"
}
