// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// The pages on which a person types a device's code and confirms that the device is theirs; the sign-in follows.
///
/// RFC 8628 §3.3. An address with the code fills the code in, but the person must still confirm it (§3.3.1, §5.4).
struct StandardDevicePageEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        router.get(StandardEndpoint.device.routerPath) { request, _ in
            let typed = FormParameters(encoded: request.uri.query ?? "")?["user_code"] ?? ""
            return provider.pages.userCode(String(typed.prefix(40)), at: StandardEndpoint.device.path, request: request)
        }
        router.post(StandardEndpoint.device.routerPath) { request, _ in
            try await StandardErrorBoundary(provider: provider, request: request).withPage {
                try await answer(try await RequestContent(of: request).form(), request)
            }
        }
    }

    private func answer(_ form: FormParameters, _ request: Request) async throws -> Response {
        let typed = try form.optional("user_code") ?? ""
        let isDeclined = try form.optional("cancel") != nil
        let isAnswered = try form.optional("continue") != nil || isDeclined
        try provider.pages.checkForm(
            form, purpose: isAnswered ? Pages.confirmation(of: typed) : Pages.purpose, request: request)
        guard let row = try await row(of: UserCode.normalized(typed), request),
            let client = try await provider.client(row.clientID)
        else {
            return provider.pages.userCode(typed, isWrong: true, at: StandardEndpoint.device.path, request: request)
        }
        guard isAnswered else {
            return provider.pages.deviceConfirmation(
                row.userCode, appName: client.name, at: StandardEndpoint.device.path, request: request)
        }
        return try await StandardErrorBoundary(provider: provider, request: request)
            .withDevice(row.userCode) { authorize in
                if isDeclined { throw StandardError(.accessDenied, "The user declined the sign-in.") }
                return try await InteractionSteps(provider: provider, request: request).begin(authorize)
            }
    }

    /// The request behind a user code; wrong codes are counted.
    private func row(of userCode: String, _ request: Request) async throws -> StandardDeviceCode? {
        let (now, guesses) = (provider.settings.now(), UserCodeGuesses(database: provider.database))
        let cookie = provider.pages.cookie(of: request).value
        guard try await guesses.isAllowed(cookie, now: now) else { return nil }
        let row = try await provider.devices.pending(userCode)
        if row == nil { try await guesses.count(cookie, now: now) }
        return row
    }
}

/// Issues a device code and a user code.
///
/// RFC 8628 §3.1, §3.2
struct DeviceAuthorizationEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) { provider.takeForms(at: .deviceAuthorization, of: router, answer) }

    private func answer(
        _ form: FormParameters, _ request: Request, _ certificate: PresentedCertificate?
    ) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, presenting: certificate, at: .deviceAuthorization)
        guard client.metadata.grantTypes.contains(.deviceCode) else {
            throw StandardError(.unauthorizedClient, "This client did not register the grant_type for device codes.")
        }
        let rights = try form.rights(
            for: client, responseType: .code, among: try await provider.resourceServers())
        let codes = try await provider.devices.issue(to: client, rights: rights)
        let page = provider.url(.device)
        return StandardReply.json([
            "device_code": .string(codes.device), "user_code": .string(codes.user), "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(codes.user)"),
            "expires_in": .integer(provider.database.lifetimes.seconds(.standardDeviceCode)),
            "interval": .integer(Int(StandardDeviceStore.interval)),
        ])
    }
}
