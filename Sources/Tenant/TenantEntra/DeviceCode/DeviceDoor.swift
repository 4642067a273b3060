// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// Judges the sign-ins of devices, as ``AuthorizeDoor`` does for apps, and answers refusals on a page.
struct DeviceDoor: Sendable {
    let platform: PlatformContext

    /// Runs `body` with a device's request, if it is still pending.
    ///
    /// Only the code travels through the pages; each step looks the rest up again.
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

extension AuthorizeDoor {
    /// Runs `body` with the request that the tenant's own form carried, after the form's token was checked.
    func withCarried(
        _ carried: CarriedRequest, tenant: String, _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        switch carried {
        case .app(let parameters):
            try await withRequest(FormParameters(encoded: parameters), tenant: tenant, body)
        case .administrator(let parameters):
            try await AuthorizeDoor(platform: platform, request: request, kind: .adminConsent)
                .withRequest(FormParameters(encoded: parameters), tenant: tenant, body)
        case .device(let userCode):
            try await DeviceDoor(platform: platform).withRequest(userCode, tenant: tenant, body)
        }
    }
}

extension AuthorizeRequest {
    /// The request that a device made for its code.
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
