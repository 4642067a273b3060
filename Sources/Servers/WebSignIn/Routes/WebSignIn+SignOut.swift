// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import SignIn

extension WebSignIn {
    func signOutPage(_ request: Request, session: WebSession) async throws -> Response {
        let accounts = try await session.accounts()
        guard !accounts.isEmpty else { return page(.signedOut(everywhere: false), request) }
        let fields = try await session.formFields(for: Self.signOutPurpose)
        let forms = accounts.map { account in
            let name = account.identity.name ?? account.identity.username
            return WebSignInNotice.Form(
                "Sign out \(name.map { "\($0) " } ?? "")here and at the provider", to: SignInPath.signOut,
                fields: fields + [("account", account.id.rawValue), ("provider", "yes")],
                step: .signOutAtProvider(account))
        }
        let here = WebSignInNotice.Form("Sign out here", to: SignInPath.signOut, fields: fields, step: .signOut)
        let notice = WebSignInNotice.confirmSignOut(forms + [here], leadingTo: formTargets)
        return page(try await notice.naming(session), request)
    }

    func signOut(_ request: Request, session: WebSession) async throws -> Response {
        let form = try await session.form(of: request, for: Self.signOutPurpose)
        let accounts = try await session.accounts()
        let chosen = try form.once("account").map { id in accounts.filter { $0.id.rawValue == id } } ?? accounts
        var leave: URL?
        for account in chosen {
            guard let flow = try? session.flow(of: account.registration) else { continue }
            let outcome = try await flow.signOut(account, returningTo: signedOutAddress)
            if case .open(let address) = outcome.session { leave = address }
        }
        session.forgetRead()
        if try await session.accounts().isEmpty { try await session.end() }
        guard try form.once("provider") == "yes", let leave else { return .leading(to: "\(SignInPath.signedOut)?here") }
        return .leading(to: leave.absoluteString)
    }

    private var signedOutAddress: RedirectURI? { RedirectURI("\(base)\(SignInPath.signedOut)") }

    /// The purpose of an app's own form that posts to `/sign-out`, for ``WebSession/formFields(for:)``.
    ///
    /// Its field `account` names one account by ID; without it, all accounts sign out. If `provider` is `yes`, the
    /// provider's session ends, too.
    public static let signOutPurpose = "sign out"

    // MARK: A user's sessions

    func sessionsPage(_ request: Request, session: WebSession) async throws -> Response {
        let own = try await session.ownSessions()
        guard !own.isEmpty else { throw SignInRequired() }
        let fields = try await session.formFields(for: Self.endPurpose)
        let forms = own.map { stored in
            let began = stored.startedAt.formatted(.iso8601.year().month().day())
            let isHere = stored.id == session.id
            let browser = isHere ? "this browser" : stored.browser.isEmpty ? "a browser" : stored.browser
            return WebSignInNotice.Form(
                isHere ? "End this session" : "End", to: SignInPath.sessions,
                fields: fields + [("session", stored.id.rawValue)], note: "Since \(began): \(browser)",
                step: .endSession(stored, isThisBrowser: isHere))
        }
        let others = WebSignInNotice.Form(
            "End all others", to: SignInPath.sessions, fields: fields + [("others", "yes")], step: .endOtherSessions)
        let notice = WebSignInNotice.sessions(own.count > 1 ? forms + [others] : forms)
        return page(try await notice.naming(session), request)
    }

    func endSession(_ request: Request, session: WebSession) async throws -> Response {
        let form = try await session.form(of: request, for: Self.endPurpose)
        let others = try form.once("others") == "yes" ? try await session.ownSessions().map(\.id) : []
        for id in others where id != session.id { try await session.endOwnSession(id) }
        if let id = try form.once("session") { try await session.endOwnSession(StoredSession.ID(rawValue: id)) }
        return .leading(to: session.open == nil ? "\(SignInPath.signedOut)?here" : SignInPath.sessions)
    }

    private static let endPurpose = "end session"
}

extension WebSession {
    /// All sessions with an account of this session, including this one, latest first.
    func ownSessions() async throws -> [StoredSession] {
        var sessions: Set<StoredSession> = []
        for account in try await accounts() { sessions.formUnion(try await app.sessions(of: account.identity)) }
        return sessions.sorted { ($0.usedAt, $0.id.rawValue) > ($1.usedAt, $1.id.rawValue) }
    }

    /// Any other ID has no effect.
    func endOwnSession(_ id: StoredSession.ID) async throws {
        guard try await ownSessions().contains(where: { $0.id == id }) else { return }
        if id == self.id { try await end() } else { try await app.storage.remove(id) }
    }
}
