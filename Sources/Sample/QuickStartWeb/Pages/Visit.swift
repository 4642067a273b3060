// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import QuickStart
import SignIn
import WebSignIn

struct Visit: Sendable {
    let app: QuickStartWeb
    let request: Request
    let session: WebSession
    let language: Language

    init(_ request: Request, _ context: WebContext, app: QuickStartWeb) throws {
        (self.app, self.request) = (app, request)
        session = try context.requireSession()
        language = app.memory.language(of: request)
    }

    var texts: Texts { language.texts }

    /// The first value counts.
    func query(_ name: String) -> String? { FormParameters(encoded: request.uri.query ?? "")?[name] }

    var address: String { request.uri.description }

    func account(of settings: Settings) async throws -> Account? {
        let account = try await session.account(of: settings.registration.name)
        return account?.needsSignIn == true ? nil : account
    }

    func connection(_ settings: Settings) throws -> AppConnection {
        AppConnection(settings, accounts: try session.accountStore()) { account, challenge, permissions in
            throw SignInRequired(meeting: challenge, scopes: permissions, for: account)
        }
    }

    /// Sends the browser to the sign-in if only that helps, or if an API requires it.
    func requireSignIn<Content>(_ phase: Phase<Content>, _ settings: Settings, _ account: Account) throws {
        if let cause = phase.failure?.cause, cause is SignInRequired || SessionsUnavailable.isCause(of: cause) {
            throw cause
        }
        guard phase == .signedOut else { return }
        throw SignInRequired(
            at: settings.registration.name, options: SignInOptions(loginHint: account.identity.username))
    }

    /// The URL of the first sign-in at a registration; after a sign-out, it shows the account picker.
    func firstSignIn(at settings: Settings, returningTo page: String) -> String {
        let asks = app.memory.hasSignedOut(request)
        return signInAddress(
            settings.registration.name, prompt: asks ? settings.anotherAccount : nil, returningTo: page)
    }

    func signInAddress(
        _ registration: String, prompt: SignInOptions.Prompt? = nil, hint: String? = nil, returningTo page: String
    ) -> String {
        var query = FormParameters()
        query.append("registration", registration)
        query.append("return", page)
        query.append("prompt", prompt?.rawValue)
        query.append("login_hint", hint)
        return "/sign-in?\(query.encoded)"
    }

    func fields(for purpose: String) async throws -> [[String: String]] {
        try await session.formFields(for: purpose).map { ["name": $0.name, "value": $0.value] }
    }

    func response(_ page: WebPage) async throws -> Response {
        let person = if let person = page.person { person } else { try await session.accounts().first?.shownName }
        return app.pages.response(
            page, in: language, at: address, person: person, formTargets: app.web.formTargets)
    }
}
