// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

extension StandardProvider {
    /// Adds the pages on which a person types a device's code, and confirms that the device is theirs.
    ///
    /// RFC 8628 §3.3. An address with the code fills the code in, but the person must still confirm it (§3.3.1, §5.4).
    func addDevicePages(to router: Router<ServingContext>) {
        let path = StandardEndpoint.device.routerPath
        router.get(path) { request, _ in
            let typed = FormParameters(encoded: request.uri.query ?? "")?["user_code"] ?? ""
            return pages.userCode(String(typed.prefix(40)), at: StandardEndpoint.device.path, request: request)
        }
        router.post(path) { request, _ in
            let boundary = StandardErrorBoundary(provider: self, request: request)
            return try await boundary.withPage {
                try await answer(try await RequestContent(of: request).form(), boundary)
            }
        }
    }

    private func answer(_ form: FormParameters, _ boundary: StandardErrorBoundary) async throws -> Response {
        let (request, path) = (boundary.request, StandardEndpoint.device.path)
        let typed = try form.optional("user_code") ?? ""
        let isDeclined = try form.optional("cancel") != nil
        let isAnswered = try form.optional("continue") != nil || isDeclined
        try pages.checkForm(
            form, purpose: isAnswered ? Pages.confirmation(of: typed) : Pages.purpose, request: request)
        guard let row = try await row(of: UserCode.normalized(typed), request),
            let client = try await client(row.clientID)
        else { return pages.userCode(typed, isWrong: true, at: path, request: request) }
        guard isAnswered else {
            return pages.deviceConfirmation(row.userCode, appName: client.name, at: path, request: request)
        }
        return try await boundary.withDevice(row.userCode) { authorize in
            if isDeclined { throw StandardError(.accessDenied, "The user declined the sign-in.") }
            return try await InteractionSteps(authorize, provider: self, request: request).begin()
        }
    }

    /// The request behind a user code; wrong codes are counted.
    private func row(of userCode: String, _ request: Request) async throws -> StandardDeviceCode? {
        let (now, guesses) = (now, UserCodeGuesses(database: database))
        let cookie = pages.cookie(of: request).value
        guard try await guesses.isAllowed(cookie, now: now) else { return nil }
        let row = try await devices.pending(userCode)
        if row == nil { try await guesses.count(cookie, now: now) }
        return row
    }
}

extension ClientForm {
    /// Issues a device code and a user code. RFC 8628 §3.1, §3.2
    func beginDevice() async throws -> Response {
        guard client.metadata.grantTypes.contains(.deviceCode) else {
            throw StandardError(.unauthorizedClient, "This client did not register the grant_type for device codes.")
        }
        let rights = try parameters.rights(
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
