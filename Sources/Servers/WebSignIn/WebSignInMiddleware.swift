// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import SignIn

/// Opens the browser's session, rejects forms of other sites, and turns ``SignInRequired`` into a sign-in.
struct WebSignInMiddleware<Context: WebSignInRequestContext>: RouterMiddleware {
    private let app: WebSignIn

    init(_ app: WebSignIn) { self.app = app }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        await app.sweepIfDue(logger: context.logger)
        var (request, context) = (request, context)
        var form: KeptForm?
        var opened: WebSession?
        var response: Response
        do {
            // Before the session: if that cannot be opened, the error page includes the user's input.
            form = try await KeptForm(of: &request, at: app)
            // This check needs no session, so it works while the storage is unavailable.
            if app.isFromOwnPage(request) {
                let session = WebSession(try await app.keeper.session(of: request), of: request, app: app)
                (opened, context.webSession) = (session, session)
                response = try await answer(request, form, context: context, session: session, next: next)
            } else {
                response = app.page(.formFromElsewhere, request)
            }
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error where SessionsUnavailable.isCause(of: error) {
            context.logger.warning("the session store does not respond", metadata: ["error": "\(error)"])
            response = app.unavailablePage(app.retry(request, form), request, after: error)
        } catch let error where opened?.cookie != nil && !error.endsConnection {
            // The browser needs the new cookie: the old one is no longer valid.
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        if let cookie = opened?.cookie {
            response.headers[values: .setCookie].append(cookie)
            // A cache would send one browser's cookie to all.
            response.headers[.cacheControl] = "no-store"
        }
        if app.base.isSecure, response.headers.value(of: "Strict-Transport-Security") == nil {
            response.headers.set("Strict-Transport-Security", to: "max-age=31536000; includeSubDomains")
        }
        // Only the app may declare that a page of a session can be cached.
        if opened?.open != nil, response.headers[.cacheControl] == nil {
            response.headers[.cacheControl] = "no-store"
        }
        return response
    }

    private func answer(
        _ request: Request, _ form: KeptForm?, context: Context, session: WebSession,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is FormRefused {
            return try await app.offerAgain(form, request, session: session)
        } catch {
            let demand = error as? SignInRequired ?? SignInRequired(after: error, for: session.current)
            guard let demand else { throw error }
            if let page = app.redirectLoopPage(demand, session, error as? any ActionableError, request) { return page }
            return try await app.start(demand, for: request, form: form)
        }
    }
}

extension WebSignIn {
    /// Whether a request that can change something is from a page of this app.
    ///
    /// Browsers send the origin with each form, and no cookie with one of another site. A provider posts logout tokens
    /// from its server, and responses from its pages.
    func isFromOwnPage(_ request: Request) -> Bool {
        guard ![.get, .head, .options].contains(request.method) else { return true }
        let isBrowser = request.headers[.origin] != nil || request.headers.value(of: "Sec-Fetch-Site") != nil
        guard cookie.value(in: request) != nil || (isBrowser && !isOfProvider(request)) else { return true }
        return isProvenOwn(request)
    }

    private func isOfProvider(_ request: Request) -> Bool {
        request.uri.path.hasPrefix("\(SignInPath.backChannel)/")
            || allRegistrations.contains { $0.redirectURI.path == request.uri.path }
    }

    func isProvenOwn(_ request: Request) -> Bool {
        if let site = request.headers.value(of: "Sec-Fetch-Site") { return site == "same-origin" }
        return request.headers[.origin]?.lowercased() == base.description
    }

    /// Whether a user navigates to a page, as opposed to a script that requests data.
    func isNavigation(_ request: Request) -> Bool {
        if let mode = request.headers.value(of: "Sec-Fetch-Mode") {
            return mode == "navigate" && request.headers.value(of: "Sec-Fetch-Dest") ?? "document" == "document"
        }
        return request.headers[.accept]?.contains("text/html") ?? false
    }

    fileprivate func redirectLoopPage(
        _ demand: SignInRequired, _ session: WebSession, _ error: (any ActionableError)?, _ request: Request
    ) -> Response? {
        guard let account = demand.account ?? session.current, demand.options.prompt == nil,
            abs(time.date().timeIntervalSince(account.signedInAt)) < 10
        else { return nil }
        let error =
            error ?? Refusal(.signInRequired, "the sign-in does not permit this page; ask an administrator")
        return page(.failed(error, again: .signIn(account.registration, returnTo: nil)), request)
    }

    fileprivate func retry(_ request: Request, _ form: KeptForm?) -> WebSignInNotice.Form {
        if let form { return form.again }
        guard request.method == .get, let address = OwnAddress(request.uri.description, at: base) else { return .home }
        return .retry(at: address)
    }

    func unavailablePage(_ step: WebSignInNotice.Form, _ request: Request, after error: any Error) -> Response {
        let lacksForm = request.method == .post && !step.isPost
        let notice: WebSignInNotice = lacksForm ? .formNotKept : .storageUnavailable(step, leadingTo: formTargets)
        var response = page(notice, request)
        response.headers[.retryAfter] = "\((error as? any ActionableError)?.nextAction.secondsToWait ?? 1)"
        return response
    }

    func sweepIfDue(logger: Log) async {
        guard sweep.isDue() else { return }
        accounts.forgetIdle()
        do {
            try await storage.removeExpired(at: time.date())
        } catch {
            logger.warning("expired sessions cannot be removed", metadata: ["error": "\(error)"])
        }
    }
}
