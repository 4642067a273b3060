// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPServing
import OAuthMessages
import PortableFoundation
import SignIn

extension WebSignIn {
    /// In bytes: RFC 3696 §3 allows 64 + 1 + 255; longer login hints are ignored.
    private static let longestHint = 320

    /// Starts a sign-in: `/sign-in?registration=NAME&return=/path`.
    func startPage(_ request: Request) async throws -> Response {
        // Repeated parameters are refused here: as an error of the query, they would start a sign-in, in a loop.
        guard let query = FormParameters(encoded: request.uri.query ?? ""),
            ["registration", "return", "prompt", "login_hint"].allSatisfy({ query.all($0).count <= 1 }),
            registration(query["registration"]) != nil, let address = OwnAddress(query["return"] ?? "/", at: base)
        else { return page(.addressElsewhere, request) }
        let name = query["registration"]
        let options = SignInOptions(
            prompt: query["prompt"].flatMap(SignInOptions.Prompt.init),
            loginHint: query["login_hint"].flatMap { $0.utf8.count <= Self.longestHint ? $0 : nil })
        return try await start(
            SignInRequired(at: name, options: options), for: request, returnTo: address)
    }

    func start(
        _ demand: SignInRequired, for request: Request, form: KeptForm?
    ) async throws -> Response {
        if let address = demand.returnTo {
            return try await start(demand, for: request, returnTo: OwnAddress(address, at: base) ?? .home)
        }
        let isPage = request.method == .get || request.method == .head
        let address = OwnAddress(isPage ? request.uri.description : Self.referringPath(of: request) ?? "/", at: base)
        return try await start(demand, for: request, returnTo: address ?? .home, form: form)
    }

    private func start(
        _ demand: SignInRequired, for request: Request, returnTo address: OwnAddress, form: KeptForm? = nil
    ) async throws -> Response {
        guard let registration = registration(demand.registration) else { return page(.addressElsewhere, request) }
        let again = WebSignInNotice.Form.signIn(registration.name, returnTo: address.text)
        // A link preview's HEAD starts nothing.
        guard request.method != .head else { return Response(status: .methodNotAllowed, headers: [.allow: "GET"]) }
        // A script cannot show the sign-in page, and would only fill the storage with pending sign-ins.
        guard isNavigation(request) else { return Self.refusal(ofScript: again) }
        // Another site's redirect without a click starts no session. ASVS 7.6.2
        guard isWanted(request) else { return page(.confirmSignIn(again, leadingTo: formTargets), request) }
        return try await lead(to: registration, as: demand, for: request, returnTo: address, form: form)
    }

    func lead(
        to registration: ClientRegistration, as demand: SignInRequired, for request: Request,
        returnTo address: OwnAddress, form: KeptForm? = nil
    ) async throws -> Response {
        var options = demand.options
        if options.uiLocales.isEmpty { options.uiLocales = languages(request) }
        do {
            // The provider first: while it is unavailable, nothing is stored.
            let authorization = try await SignInFlow(registration, keepingIn: accounts.forProviders)
                .authorizationRequest(scopes: demand.scopes, options: options)
            let row = try await keeper.begin(for: request)
            try await entries(of: row).keep(
                PendingSignIn(
                    registration: registration.name, request: authorization, returnTo: address.text, form: form,
                    account: demand.account?.id.rawValue))
            var response = Response.leading(to: authorization.url.absoluteString)
            let cookie = keeper.cookie(ofSignIn: authorization.state.revealed, begunAt: time.date())
            response.headers[values: .setCookie] +=
                [
                    cookie.setting(row.secret.cookie, maximumAge: lifetimes.signIn)
                ] + (try await keeper.forgetOldSignIns(of: request))
            return response
        } catch let error as any ActionableError where !SessionsUnavailable.isCause(of: error) {
            return page(.failed(error, again: .signIn(registration.name, returnTo: address.text)), request)
        }
    }

    func entries(of open: OpenSession) -> SignInEntries {
        SignInEntries(storage: storage, session: open, now: time.date())
    }

    /// Whether the user clicked, entered the URL, or came from a page of this app.
    private func isWanted(_ request: Request) -> Bool {
        guard let site = request.headers.value(of: "Sec-Fetch-Site") else { return true }
        return ["same-origin", "none"].contains(site) || request.headers.value(of: "Sec-Fetch-User") == "?1"
    }

    /// The page that sent a form, because the form's own URL has no page.
    private static func referringPath(of request: Request) -> String? {
        guard let referrer = request.headers[.referer].flatMap(URL.init(string:)) else { return nil }
        let path = referrer.path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (referrer.query(percentEncoded: true).map { "?\($0)" } ?? "")
    }

    /// 401 for a script, with the URL at which the user can sign in.
    private static func refusal(ofScript form: WebSignInNotice.Form) -> Response {
        let address = form.address
        let json = (try? JSONEncoder().encode(["error": "sign_in_required", "sign_in": address])) ?? Data()
        return Response(
            status: .unauthorized,
            headers: [
                .contentType: "application/json", .cacheControl: "no-store",
                .wwwAuthenticate: #"Session realm="\#(address)""#,
            ], body: ResponseBody(json))
    }
}

extension Response {
    /// Returns a redirect with status 303: the browser requests the URL with GET, even after a form. RFC 9700 §4.12
    ///
    /// The URL must be the app's own or a constant: a URL from a request would make the app an open redirector.
    public static func leading(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}
