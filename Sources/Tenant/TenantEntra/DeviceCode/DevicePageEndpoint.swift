// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The pages where a person types a device's code and confirms the device; the sign-in follows.
///
/// RFC 8628 §3.3. A page always asks before the sign-in, even of a signed-in person: an attacker may have sent them the
/// code of another device (§5.4).
package struct DevicePageEndpoint: Sendable {
    static let path = "/devicelogin"

    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        for path in [RouterPath(Self.path), "/:tenant/oauth2/deviceauth"] {
            router.get(path) { request, _ in platform.pages.userCode(at: Self.path, request: request) }
            router.post(path) { request, _ in
                let form = try await RequestContent(of: request).form()
                do {
                    return try await answer(form, request: request)
                } catch let refusal as Refusal {
                    return try platform.pages.problem(.unreadable(refusal.message), correlationID: nil)
                }
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
            guard let client = try await platform.database.app(row.clientID) else { throw EntraError.badDeviceCode }
            return platform.pages.deviceConfirmation(
                row.userCode, appName: client.displayName, at: Self.path, request: request)
        }
        return try await DeviceDoor(platform: platform).withRequest(row.userCode, tenant: row.tenantName) { authorize in
            if isCancelled { throw EntraError.cancelled }
            let members = try await platform.sessions.arrivals(of: request)
            return try await AccountChoice(platform: platform).page(authorize, among: members, request: request)
        }
    }

    /// The pending request of a code; a wrong code is counted.
    private func row(of userCode: String, request: Request) async throws -> DeviceCodeRow? {
        let now = platform.settings.now()
        let cookie = platform.pages.cookie(of: request).value
        guard try await platform.guesses.isAllowed(cookie, now: now) else { return nil }
        let row = try await platform.devices.pending(userCode, now: now)
        if row == nil { try await platform.guesses.count(cookie, now: now) }
        return row
    }
}
