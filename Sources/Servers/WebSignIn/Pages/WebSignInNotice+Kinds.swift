// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuth

/// The notices, in one place so that their words agree.
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
        "Nothing was changed: the form came from another site, or from a page that was too old. Open the page again, and send "
            + "the form from there.", forms: [.home])

    static let addressElsewhere = WebSignInNotice(
        .addressElsewhere, status: .badRequest, "This link leads elsewhere",
        "The address to come back to after the sign-in is not of this app, so the sign-in did not begin.",
        forms: [.home])

    static let answerPosted = WebSignInNotice(
        .answerPosted, status: .badRequest, "The provider posted its answer",
        "The browser sends no cookie with a form of another site, so the answer cannot be matched to a sign-in. "
            + "The app must ask for the answer in the address: response_mode=query.", forms: [.home])

    static func sessionMissing(_ again: Form) -> WebSignInNotice {
        WebSignInNotice(
            .sessionMissing, status: .badRequest, "The sign-in began elsewhere",
            "This browser has no cookie of the sign-in: it began in another browser or a private window, or took too "
                + "long, or cookies are off. Allow cookies for this site, and sign in again here.", forms: [again])
    }

    static func answerUnexpected(_ again: Form) -> WebSignInNotice {
        WebSignInNotice(
            .answerUnexpected, status: .badRequest, "This sign-in is over",
            "The answer of the provider belongs to no sign-in that waits in this browser: it took too long, or came a "
                + "second time. Sign in again.", forms: [again, .home])
    }

    static func confirmSignIn(_ form: Form, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .confirmSignIn, "Sign in", "Another site led you here. Sign in only if you want to use this app.",
            forms: [form], leadingTo: targets)
    }

    static func cancelled(_ again: Form, back: Form) -> WebSignInNotice {
        WebSignInNotice(
            .cancelled, "You cancelled the sign-in", "Nothing was changed. You can go back, or sign in again.",
            forms: [back, again])
    }

    static func failed(_ error: any ActionableError, again: Form) -> WebSignInNotice {
        switch error.nextAction {
        case .retry, .checkConnection:
            WebSignInNotice(
                .providerUnavailable, status: .serviceUnavailable, "The sign-in does not answer",
                "The server at which you sign in cannot be reached now. Try again in a moment.",
                forms: [again, .home], error: error)
        default:
            WebSignInNotice(
                .failed, status: .badRequest, "The sign-in did not succeed", error.localizedDescription,
                forms: [again, .home], error: error)
        }
    }

    static func sendAgain(_ form: Form, afterSignIn: Bool, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .sendAgain, status: afterSignIn ? .ok : .forbidden, "Send your form again",
            afterSignIn
                ? "Your session had ended when you sent it. You are signed in again, and nothing that you typed is lost."
                : "The page was too old when you sent it. Nothing that you typed is lost.",
            forms: [form, .home], leadingTo: targets)
    }

    static func storageUnavailable(_ step: Form, leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .storageUnavailable, status: .serviceUnavailable, "The app cannot answer now",
            "It cannot reach the place where it keeps who is signed in. "
                + (step.isPost
                    ? "Nothing that you typed is lost: send it again in a moment." : "Try again in a moment."),
            forms: [step], leadingTo: targets)
    }

    /// A browser keeps a form that it sent, of any length, and sends it again when the person reloads the response.
    static let formNotKept = WebSignInNotice(
        .formNotKept, status: .serviceUnavailable, "The app cannot answer now",
        "It cannot reach the place where it keeps who is signed in. What you typed is not on this page, but your browser "
            + "still has it. Reload this page in a moment, and let the browser send it again.",
        forms: [.home])

    static func confirmSignOut(_ forms: [Form], leadingTo targets: [String]) -> WebSignInNotice {
        WebSignInNotice(
            .confirmSignOut, "Sign out", "Your session ends here. You can end the one at the provider, too.",
            forms: forms, leadingTo: targets)
    }

    static func signedOut(everywhere: Bool) -> WebSignInNotice {
        WebSignInNotice(
            everywhere ? .signedOutAtProvider : .signedOut, "You are signed out",
            everywhere
                ? "The session here has ended, and the provider has sent you back."
                : "The session here has ended. The provider may still know you in this browser.", forms: [.home])
    }

    static func sessions(_ forms: [Form]) -> WebSignInNotice {
        WebSignInNotice(
            .sessions, "Your sessions", "The browsers in which you are signed in here.", forms: forms + [.home])
    }
}

extension WebSignInNotice.Form {
    /// Back to the first page.
    static let home = WebSignInNotice.Form(
        label: "First page", target: "/", isPost: false, fields: [], note: "", step: .home)

    /// Requests a page again.
    static func retry(at address: OwnAddress) -> Self {
        Self(label: "Try again", target: address.text, isPost: false, fields: [], note: "", step: .retry)
    }

    /// Begins a sign-in.
    static func signIn(_ registration: String?, returnTo address: String?) -> Self {
        var fields: [(name: String, value: String)] = []
        if let registration { fields.append(("registration", registration)) }
        if let address { fields.append(("return", address)) }
        return Self(label: "Sign in", target: SignInPath.start, isPost: false, fields: fields, note: "", step: .signIn)
    }

    /// The address of a button that changes nothing, with its fields: for a link.
    public var address: String {
        var parameters = FormParameters()
        for field in fields { parameters.append(field.name, field.value) }
        return fields.isEmpty ? target : "\(target)?\(parameters.encoded)"
    }

    /// Leads to a page of this app.
    static func back(to address: String) -> Self {
        Self(label: "Go back", target: address, isPost: false, fields: [], note: "", step: .back)
    }
}

/// The paths of the pages that ``WebSignIn`` adds.
enum SignInPath {
    static let start = "/sign-in"
    static let form = "/sign-in/form"
    static let sessions = "/sign-in/sessions"
    static let backChannel = "/sign-in/back-channel-logout"
    static let frontChannel = "/sign-in/front-channel-logout"
    static let signOut = "/sign-out"
    static let signedOut = "/sign-out/done"
}
