// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Lets the sign-ins of devices in, as ``AuthorizeDoor`` does it for those of apps, and answers refusals on a page.
struct DeviceDoor: Sendable {
    /// The only thing that travels through the pages; everything else is looked up again behind each form.
    static let userCodeField = "user_code"

    let platform: IdentityPlatform

    /// Runs `body` with what a device asked for, if it still waits.
    func withRequest(
        _ userCode: String, tenant: String, _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        do {
            guard let row = try await platform.devices.pending(userCode, now: platform.settings.now()),
                let selector = try? await TenantSelector.find(tenant, in: platform.database),
                selector.name == row.tenantName, let client = try await platform.database.app(row.clientID)
            else { throw SignInProblem.deviceGone }
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
    /// Runs `body` with the request that a form of ours carried along: an app's, or a device's.
    ///
    /// A device's comes from here only. At the authorization endpoint anybody's link could bring one, and a person who
    /// is signed in already would never see a page.
    func withCarried(
        _ form: FormParameters, tenant: String, _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        let parameters = FormParameters(encoded: try form.once(Pages.carriedField) ?? "")
        guard let userCode = try parameters?.once(DeviceDoor.userCodeField) else {
            return try await withRequest(parameters, tenant: tenant, body)
        }
        return try await DeviceDoor(platform: platform).withRequest(userCode, tenant: tenant, body)
    }
}

extension AuthorizeRequest {
    /// What a device asked for when it got its code.
    fileprivate init(
        _ row: DeviceCodeRow, to target: DeviceTarget, at selector: TenantSelector, scopes: [ResolvedScope]
    ) {
        self.target = .device(target)
        self.selector = selector
        self.scopes = scopes
        parameters = [DeviceDoor.userCodeField: row.userCode]
        prompt = []
        (nonce, loginHint, codeChallenge) = (nil, nil, nil)
    }
}
