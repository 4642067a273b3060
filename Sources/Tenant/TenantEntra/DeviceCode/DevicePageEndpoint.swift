// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// Validates the sign-ins of devices, as ``AuthorizeErrorBoundary`` does for apps, and shows errors on a page.
struct DeviceErrorBoundary: Sendable {
    let platform: PlatformContext

    /// Only the code travels through the pages; each step looks up the rest again.
    func withRequest(
        _ userCode: String, tenant: String, _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        do {
            guard let row = try await platform.devices.pending(userCode, now: platform.settings.now()),
                let selector = try? await TenantSelector.find(tenant, in: platform.database),
                selector.name == row.tenantName, let client = try await platform.database.app(row.clientID)
            else { throw SignInProblem.deviceGone }
            RefusalNote.about(app: client.id)
            let directories = try await platform.database.tenants().filter { client.admits($0, at: selector) }
            let target = DeviceTarget(client: client, userCode: userCode, directories: directories)
            do {
                let resolution = try await platform.scopeResolution(at: selector)
                return try await body(
                    AuthorizeRequest(
                        row, to: target, at: selector, scopes: try resolution.resolve(ScopeSet(text: row.scope))))
            } catch let error as EntraError {
                return try await DeviceReply(platform: platform).refuse(error, to: target)
            }
        } catch let problem as SignInProblem {
            return try platform.pages.problem(problem, correlationID: nil)
        }
    }
}

extension AuthorizeErrorBoundary {
    func withCarried(
        _ carried: CarriedRequest, tenant: String, _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        switch carried {
        case .app(let parameters):
            try await withRequest(FormParameters(encoded: parameters), tenant: tenant, body)
        case .administrator(let parameters):
            try await AuthorizeErrorBoundary(platform: platform, request: request, kind: .adminConsent)
                .withRequest(FormParameters(encoded: parameters), tenant: tenant, body)
        case .device(let userCode):
            try await DeviceErrorBoundary(platform: platform).withRequest(userCode, tenant: tenant, body)
        }
    }
}

extension AuthorizeRequest {
    fileprivate init(
        _ row: DeviceCodeRow, to target: DeviceTarget, at selector: TenantSelector, scopes: [ResolvedScope]
    ) {
        self.target = .device(target)
        self.selector = selector
        self.scopes = scopes
        parameters = FormParameters()
        prompt = []
        (nonce, loginHint, codeChallenge) = (nil, nil, nil)
    }
}

struct DeviceReply: Sendable {
    let platform: PlatformContext

    func approve(_ target: DeviceTarget, with grant: Grant) async throws -> Response {
        try await settle(target, with: grant)
        return platform.pages.message(
            "You are signed in",
            "You have signed in to \(target.client.displayName) on your device. You can close this window.")
    }

    /// Only a cancellation ends the device's polls: after another error, another person may sign in.
    func refuse(_ error: EntraError, to target: DeviceTarget) async throws -> Response {
        guard error == .cancelled else {
            return try platform.pages.problem(.onDevice(error, client: target.client), correlationID: nil)
        }
        RefusalNote.refuse(error.rule())
        try await settle(target, with: nil)
        return platform.pages.message(
            "The sign-in was canceled",
            "You were not signed in to \(target.client.displayName) on the device. You can close this window.")
    }

    private func settle(_ target: DeviceTarget, with grant: Grant?) async throws {
        guard try await platform.devices.settle(target.userCode, with: grant, now: platform.settings.now()) else {
            throw SignInProblem.deviceGone
        }
    }
}

extension SignInProblem {
    static let deviceGone = SignInProblem(
        title: "This code is no longer valid", error: .badDeviceCode,
        hint: "It was used or canceled, or has expired. Start the sign-in on the device again, and enter its new code.")

    fileprivate static func onDevice(_ error: EntraError, client: RegisteredApp) -> SignInProblem {
        SignInProblem(
            title: "You cannot sign in to \(client.displayName) on your device", error: error,
            hint: "Open \(DevicePageEndpoint.path) again and choose another account, or ask the app's developer.")
    }
}

/// The pages where a person types a device's code and confirms the device before the sign-in. RFC 8628 §3.3
///
/// Even a signed-in person must confirm, because an attacker may have sent them the code of another device (§5.4).
struct DevicePageEndpoint: Sendable {
    static let path = "/devicelogin"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        for path in [RouterPath(Self.path), "/:tenant/oauth2/deviceauth"] {
            router.get(path) { request, _ in platform.pages.userCode(at: Self.path, request: request) }
            router.post(path) { request, _ in
                try await platform.withPageForm(of: request) { try await answer($0, request: request) }
            }
        }
    }

    private func answer(_ form: FormParameters, request: Request) async throws -> Response {
        let typed = try form.once("user_code") ?? ""
        let isCancelled = try form.once("cancel") != nil
        let isAnswered = try form.once("continue") != nil || isCancelled
        try platform.pages.checkForm(
            form, purpose: isAnswered ? Pages.confirmation(of: typed) : Pages.purpose, request: request)
        guard let row = try await row(of: UserCode.normalized(typed), request: request) else {
            return platform.pages.userCode(typed, isWrong: true, at: Self.path, request: request)
        }
        guard isAnswered else {
            guard let client = try await platform.database.app(row.clientID) else {
                return try platform.pages.problem(.deviceGone, correlationID: nil)
            }
            return platform.pages.deviceConfirmation(
                row.userCode, appName: client.displayName, at: Self.path, request: request)
        }
        return try await DeviceErrorBoundary(platform: platform).withRequest(row.userCode, tenant: row.tenantName) {
            authorize in
            if isCancelled { throw EntraError.cancelled }
            let members = try await platform.sessions.arrivals(of: request)
            return try await AccountChoice(platform: platform).page(authorize, among: members, request: request)
        }
    }

    /// The pending request for a code; a wrong code counts as a guess.
    private func row(of userCode: String, request: Request) async throws -> DeviceCodeRow? {
        let now = platform.settings.now()
        let cookie = platform.pages.cookie(of: request).value
        guard try await platform.guesses.isAllowed(cookie, now: now) else { return nil }
        let row = try await platform.devices.pending(userCode, now: now)
        if row == nil { try await platform.guesses.count(cookie, now: now) }
        return row
    }
}
