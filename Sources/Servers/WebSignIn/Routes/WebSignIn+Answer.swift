// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import OAuth
import SignIn

/// The second half of a sign-in: from the provider's answer to the page that asked for it.
extension WebSignIn {
    /// The page at a redirect URI.
    func answerPage(_ request: Request, session: WebSession, logger: Logger) async throws -> Response {
        // A previewer's HEAD, which a router may answer with GET's handler, must not spend the code.
        guard request.method == .get else { return Response(status: .methodNotAllowed, headers: [.allow: "GET"]) }
        let again = WebSignInNotice.Form.signIn(nil, returnTo: nil)
        guard let open = session.open else { return page(.sessionMissing(again), request) }
        let query = FormParameters(encoded: request.uri.query ?? "")
        guard let states = query?.all("state"), states.count == 1, let state = states.first else {
            return page(.answerUnexpected(again), request)
        }
        let pending = pending(in: open)
        guard let waiting = try await pending.take(state) else {
            // The person went back, or clicked twice: the first answer was good.
            if let address = try await pending.completed(state) { return .leading(to: address) }
            return page(.answerUnexpected(again), request)
        }
        do {
            return try await finish(waiting, with: request, state: state, session: session)
        } catch let error as any ActionableError {
            if error.nextAction == .resetPassword, let passwordReset {
                // The person said so on the provider's page, and signs in with the new password afterwards.
                let form = WebSignInNotice.Form.signIn(waiting.registration, returnTo: waiting.returnTo)
                return try await lead(
                    to: passwordReset, as: SignInRequired(), for: request,
                    returnTo: OwnAddress(form.address, at: base) ?? .home, session: session)
            }
            logger.info("a sign-in was refused", metadata: ["reason": "\(error.message)"])
            return page(notice(of: error, waiting), request)
        }
    }

    /// Signs the person in, gives the session a new cookie, and leads to the page that asked for it.
    private func finish(
        _ waiting: PendingSignIn, with request: Request, state: String, session: WebSession
    ) async throws -> Response {
        guard let registration = registration(waiting.registration) else { throw SignInRequired() }
        let keeps = keepsAccounts(of: registration)
        let flow = SignInFlow(
            registration, keepingIn: keeps ? try session.accountStore() : accounts.forProviders)
        var extended: Account?
        if let id = waiting.account { extended = try await flow.accounts.account(Account.ID(rawValue: id)) }
        // Not the request's own address: a proxy may have another name for this app.
        let redirect = URL(string: "\(waiting.request.redirectURI.text)?\(request.uri.query ?? "")")
        guard let redirect else { return page(.answerUnexpected(.signIn(nil, returnTo: nil)), request) }
        let account = try await flow.finish(Redacted(redirect), answering: waiting.request, extending: extended)
        guard keeps else {
            if let open = session.open { try await pending(in: open).complete(state, leadingTo: waiting.returnTo) }
            return .leading(to: waiting.returnTo)
        }
        guard let open = session.open, let renewed = try await keeper.renewed(open) else {
            return page(.sessionMissing(.signIn(waiting.registration, returnTo: waiting.returnTo)), request)
        }
        session.set(renewed)
        try await session.choose(account)
        var address = waiting.returnTo
        if let form = waiting.form {
            try await session.save(JSONEncoder().encode(form), as: Self.formEntry, in: renewed)
            address = SignInPath.form
        }
        try await pending(in: renewed).complete(state, leadingTo: waiting.returnTo)
        return .leading(to: address)
    }

    private func notice(of error: any ActionableError, _ waiting: PendingSignIn) -> WebSignInNotice {
        let again = WebSignInNotice.Form.signIn(waiting.registration, returnTo: waiting.returnTo)
        switch error.nextAction {
        case .acceptCancellation:
            return .cancelled(again, back: .back(to: waiting.returnTo))
        default:
            return .failed(error, again: again)
        }
    }

    // MARK: A form that was kept over the sign-in

    /// The page with the button that sends a kept form again; the form is taken once.
    func formPage(_ request: Request, session: WebSession) async throws -> Response {
        guard let open = session.open, let entry = try await storage.take(Self.formEntry, of: open.id),
            let content = try? open.key.open(entry.content, as: entry.name),
            let form = try? JSONDecoder().decode(KeptForm.self, from: content)
        else { return .leading(to: "/") }
        return page(.sendAgain(form.notice(in: open), afterSignIn: true), request)
    }

    /// Offers to send a form again whose page was too old; a form of another site only gets a refusal.
    func offerAgain(_ form: KeptForm?, _ request: Request, session: WebSession) async throws -> Response {
        guard let form else { return page(.formFromElsewhere, request) }
        return page(.sendAgain(form.notice(in: try await session.stored()), afterSignIn: false), request)
    }

    private static let formEntry = "form"
}

extension KeptForm {
    /// The form with a fresh token in place of the old one.
    fileprivate func notice(in open: OpenSession) -> WebSignInNotice.Form {
        var fields = pairs.filter { $0.name != WebSession.formTokenField && $0.name != WebSession.formPurposeField }
        if let purpose = pairs.first(where: { $0.name == WebSession.formPurposeField })?.value {
            fields.append((WebSession.formPurposeField, purpose))
            fields.append((WebSession.formTokenField, open.formToken(for: purpose)))
        }
        return WebSignInNotice.Form(label: "Send again", target: target, isPost: true, fields: fields, note: "")
    }
}
