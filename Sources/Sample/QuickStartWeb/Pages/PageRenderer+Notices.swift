// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import QuickStart
import WebSignIn

extension PageRenderer {
    func response(_ notice: WebSignInNotice, in language: Language) -> Response {
        let texts = language.texts
        let words = Self.words(for: notice, texts)
        let page = WebPage(
            template: "notice", title: words.title,
            values: [
                "text": words.text.isEmpty ? [] : [words.text],
                "forms": notice.forms.map { Self.values(of: $0, on: notice, texts) },
            ],
            status: notice.status)
        return response(
            page, in: language, at: notice.address, person: notice.account?.shownName, formTargets: notice.formTargets)
    }

    private static func words(for notice: WebSignInNotice, _ texts: Texts) -> Texts.Notices.Notice {
        let notices = texts.notices
        return switch notice.kind {
        case .confirmSignIn: notices.confirmSignIn
        case .sendAgain: notice.status == .ok ? notices.sendAgainAfterSignIn : notices.sendAgainFromOldPage
        case .confirmSignOut: notices.confirmSignOut
        case .signedOut: notices.signedOutHere
        case .signedOutAtProvider: notices.signedOutAtProvider
        case .cancelled: notices.cancelled
        case .providerUnavailable: notices.providerUnavailable
        case .failed:
            .init(
                notices.failed.title,
                notice.error.map { error in
                    let failure = Failure(error)
                    return "\(texts.sentence(of: failure)) \(texts.hint(of: failure))"
                } ?? notice.text)
        case .sessionMissing: notices.sessionMissing
        case .answerUnexpected: notices.answerUnexpected
        case .answerPosted: notices.answerPosted
        case .addressElsewhere: notices.addressElsewhere
        case .formFromElsewhere: notices.formFromElsewhere
        case .storageUnavailable:
            notice.forms.contains { $0.isPost } ? notices.storageUnavailableForForm : notices.storageUnavailable
        case .formNotKept: notices.formNotKept
        case .sessions: notices.sessions
        default: .init(notice.title, notice.text)
        }
    }

    private static func values(
        of form: WebSignInNotice.Form, on notice: WebSignInNotice, _ texts: Texts
    ) -> PageValues {
        let (label, note) = words(for: form.step, texts)
        return [
            "label": label, "note": [note].compactMap(\.self), "isPost": form.isPost,
            "isQuiet": form.step.isQuiet(on: notice),
            "target": form.isPost ? form.target : form.address,
            "fields": form.fields.map { ["name": $0.name, "value": $0.value] },
        ]
    }

    private static func words(for step: WebSignInNotice.Step, _ texts: Texts) -> (label: String, note: String?) {
        let notices = texts.notices
        switch step {
        case .signIn: return (texts.common.signIn, nil)
        case .home: return (texts.common.toStart, nil)
        case .back: return (notices.back, nil)
        case .sendAgain: return (notices.sendAgain, nil)
        case .retry: return (texts.common.retry, nil)
        case .signOut: return (notices.signOutHere, nil)
        case .signOutAtProvider(let account): return (notices.signOutAtProvider(account.shownName), nil)
        case .endOtherSessions: return (notices.endOtherSessions, nil)
        case .endSession(let session, let isThisBrowser):
            let browser = session.browser.isEmpty ? notices.unknownBrowser : session.browser
            return (
                isThisBrowser ? notices.endThisSession : notices.endSession,
                notices.sessionSince(
                    texts.dayAndTime(session.startedAt), isThisBrowser ? notices.thisBrowser : browser)
            )
        }
    }
}

extension WebSignInNotice {
    /// Where a choice of the language leads: never the URL of the request, which contains a code or starts a sign-in.
    fileprivate var address: String {
        switch kind {
        case .sessions: "/sign-in/sessions"
        case .confirmSignOut: "/sign-out"
        case .signedOut: "/sign-out/done?here"
        case .signedOutAtProvider: "/sign-out/done"
        case .sendAgain where status == .ok: "/sign-in/form"
        default: "/"
        }
    }
}

extension WebSignInNotice.Step {
    fileprivate func isQuiet(on notice: WebSignInNotice) -> Bool {
        switch self {
        case .back, .sendAgain, .retry, .signOutAtProvider, .endOtherSessions: false
        case .signIn: notice.kind == .cancelled
        case .home where notice.kind == .formNotKept: true
        case .home, .signOut, .endSession: notice.forms.count > 1
        }
    }
}
