// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import SignIn
import SignInProvider

extension WebSignIn {
    func answerPage(_ request: Request, session: WebSession, logger: Log) async throws -> Response {
        // A link preview's HEAD, which a router can handle as GET, must not consume the code.
        guard request.method == .get else { return Response(status: .methodNotAllowed, headers: [.allow: "GET"]) }
        let again = WebSignInNotice.Form.signIn(nil, returnTo: nil)
        let states = FormParameters(repairing: request.uri.query ?? "")?.all("state") ?? []
        guard states.count == 1, let state = states.first else { return page(.answerUnexpected(again), request) }
        guard let (row, cookie) = try await keeper.signIn(state, of: request) else {
            guard let open = session.open else { return page(.sessionMissing(again), request) }
            return try await repeated(state, in: open, request)
        }
        guard let waiting = try await entries(of: row).pending() else {
            return try await repeated(state, in: row, request)
        }
        do {
            guard try await entries(of: row).take(waiting, of: state) else {
                return try await repeated(state, in: row, request)
            }
        } catch let error where SessionsUnavailable.isCause(of: error) {
            // The sign-in may still be pending: its row and cookie stay, so that a reload continues it.
            return unavailable(waiting, request, after: error, logger: logger)
        }
        var response = try await answer(waiting, with: request, state: state, session: session, logger: logger)
        // The row of a successful sign-in stays until it expires: a reload may lack the new cookie.
        if response.status != .seeOther { try? await storage.remove(row.id) }
        response.headers[values: .setCookie].append(cookie.removing)
        return response
    }

    /// The response to a repeated request: the user clicked twice, or went back.
    private func repeated(_ state: String, in row: OpenSession, _ request: Request) async throws -> Response {
        if let address = try await entries(of: row).completed(state) { return .leading(to: address) }
        return page(.answerUnexpected(.signIn(nil, returnTo: nil)), request)
    }

    /// Includes the form that the sign-in kept.
    private func unavailable(
        _ waiting: PendingSignIn, _ request: Request, after error: any Error, logger: Log
    ) -> Response {
        logger.warning("the session store does not respond", metadata: ["error": "\(error)"])
        // The storage may have removed the sign-in and its form despite the error. Sending the form from this page then
        // starts another sign-in.
        return unavailablePage(waiting.form?.again ?? waiting.again, request, after: error)
    }

    private func answer(
        _ waiting: PendingSignIn, with request: Request, state: String, session: WebSession, logger: Log
    ) async throws -> Response {
        do {
            return try await finish(waiting, with: request, state: state, session: session, logger: logger)
        } catch let error where SessionsUnavailable.isCause(of: error) {
            return unavailable(waiting, request, after: error, logger: logger)
        } catch let error as any ActionableError {
            if error.nextAction == .resetPassword, let passwordReset {
                // The user chose this on the provider's page, and signs in with the new password afterwards.
                return try await lead(
                    to: passwordReset, as: SignInRequired(), for: request,
                    returnTo: OwnAddress(waiting.again.address, at: base) ?? .home)
            }
            logger.info("a sign-in was rejected", metadata: ["reason": "\(error.message)"])
            let notice: WebSignInNotice =
                error.nextAction == .acceptCancellation
                ? .cancelled(waiting.again, back: .back(to: waiting.returnTo))
                : .failed(error, again: waiting.again)
            return page(notice, request)
        }
    }

    private func finish(
        _ waiting: PendingSignIn, with request: Request, state: String, session: WebSession, logger: Log
    ) async throws -> Response {
        // Not the request's own URL: a proxy may use another name for this app.
        guard let registration = registration(waiting.registration),
            let redirect = URL.repairing("\(waiting.request.redirectURI.text)?\(request.uri.query ?? "")")
        else { return page(.answerUnexpected(waiting.again), request) }
        guard keepsAccounts(of: registration) else {
            let flow = SignInFlow(registration, keepingIn: accounts.forProviders)
            let told = try await flow.finish(Redacted(redirect), answering: waiting.request).identity
            do {
                try await update(session, by: told, of: registration)
            } catch {
                // The provider has made the change; only this app does not show it yet.
                logger.warning("the new claims of an account could not be saved", metadata: ["reason": "\(error)"])
            }
            return .leading(to: waiting.returnTo)
        }
        let open = if let open = session.open { open } else { try await keeper.begin(for: request) }
        do {
            let flow = SignInFlow(registration, keepingIn: accounts.accounts(of: open))
            var extended: Account?
            if let id = waiting.account {
                extended = try await flow.accounts.account(Account.ID(rawValue: id))
                // Another person must not replace an account that is gone.
                guard extended != nil else { return page(.answerUnexpected(waiting.again), request) }
            }
            let account = try await flow.finish(Redacted(redirect), answering: waiting.request, extending: extended)
            return try await welcome(
                await flow.naming(account), in: open, from: waiting, state: state, session: session)
        } catch {
            if session.open == nil { try await storage.remove(open.id) }
            throw error
        }
    }

    private func update(_ session: WebSession, by told: Identity, of flow: ClientRegistration) async throws {
        let person = flow.rules.callerID(told.claims, told.issuer, told.subject)
        for account in try await session.accounts() {
            let identity = account.identity
            let rules = registration(account.registration)?.rules
            guard rules?.callerID(identity.claims, identity.issuer, identity.subject) == person else { continue }
            try await session.accountStore().update(account.id, by: told)
        }
    }

    private func welcome(
        _ account: Account, in open: OpenSession, from waiting: PendingSignIn, state: String, session: WebSession
    ) async throws -> Response {
        // Another tab may have renewed the cookie meanwhile; the browser then has that one.
        let renewed = try await keeper.renewed(open)
        let open = renewed ?? open
        if let renewed { session.set(renewed) }
        try await session.choose(account, in: open)
        try await entries(of: open).complete(state, leadingTo: waiting.returnTo)
        guard let form = waiting.form else { return .leading(to: waiting.returnTo) }
        try await session.save(JSONEncoder().encode(form), as: Self.formEntry, in: open)
        return .leading(to: SignInPath.form)
    }

    // MARK: Forms kept during a sign-in

    func formPage(_ request: Request, session: WebSession) async throws -> Response {
        guard let open = session.open, let content = try await open.content(Self.formEntry, in: storage),
            let form = try? JSONDecoder().decode(KeptForm.self, from: content)
        else { return .leading(to: "/") }
        let notice = WebSignInNotice.sendAgain(form.notice(in: open), afterSignIn: true, leadingTo: formTargets)
        return page(try await notice.naming(session), request)
    }

    /// Offers to send a form of an outdated page again; refuses a form of another site.
    func offerAgain(_ form: KeptForm?, _ request: Request, session: WebSession) async throws -> Response {
        guard let form else { return page(.formFromElsewhere, request) }
        let button = form.notice(in: try await session.stored())
        let notice = WebSignInNotice.sendAgain(button, afterSignIn: false, leadingTo: formTargets)
        return page(try await notice.naming(session), request)
    }

    private static let formEntry = "form"
}

extension PendingSignIn {
    fileprivate var again: WebSignInNotice.Form { .signIn(registration, returnTo: returnTo) }
}

extension KeptForm {
    var again: WebSignInNotice.Form {
        WebSignInNotice.Form("Send again", to: target, fields: pairs, step: .sendAgain)
    }

    fileprivate func notice(in open: OpenSession) -> WebSignInNotice.Form {
        let ours = [WebSession.formTokenField, WebSession.formPurposeField]
        var fields = pairs.filter { !ours.contains($0.name) }
        if let purpose = pairs.first(where: { $0.name == WebSession.formPurposeField })?.value {
            fields.append((WebSession.formPurposeField, purpose))
            fields.append((WebSession.formTokenField, open.secret.formToken(for: purpose)))
        }
        return WebSignInNotice.Form("Send again", to: target, fields: fields, step: .sendAgain)
    }
}
