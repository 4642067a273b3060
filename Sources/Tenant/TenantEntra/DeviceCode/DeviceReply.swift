// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// Ends a sign-in for a device: records the answer to its polls, and informs the person.
struct DeviceReply: Sendable {
    let platform: PlatformContext

    func approve(_ target: DeviceTarget, with grant: Grant) async throws -> Response {
        try await settle(target, with: grant)
        return platform.pages.message(
            "You are signed in",
            "You have signed in to \(target.client.displayName) on your device. You can close this window.")
    }

    /// The person declined, or cannot sign in; in the second case the device goes on polling, for another person may.
    func refuse(_ error: EntraError, to target: DeviceTarget) async throws -> Response {
        guard error == .cancelled else {
            return try platform.pages.problem(.onDevice(error, client: target.client), correlationID: nil)
        }
        RefusalNote.refuse(error.rule())
        try await settle(target, with: nil)
        return platform.pages.message(
            "The sign-in was cancelled",
            "Nobody was signed in to \(target.client.displayName) on the device. You can close this window.")
    }

    private func settle(_ target: DeviceTarget, with grant: Grant?) async throws {
        guard try await platform.devices.settle(target.userCode, with: grant, now: platform.settings.now()) else {
            throw SignInProblem.deviceGone
        }
    }
}

extension SignInProblem {
    /// No request of a device waits for this sign-in any more.
    static let deviceGone = SignInProblem(
        title: "This code is no longer good", error: .badDeviceCode,
        hint: "It was used, cancelled, or is too old. Start the sign-in on the device again, and type its new code.")

    fileprivate static func onDevice(_ error: EntraError, client: RegisteredApp) -> SignInProblem {
        SignInProblem(
            title: "You cannot sign in to \(client.displayName) on your device", error: error,
            hint: "Open \(DevicePageEndpoint.path) again and choose another account, or ask whoever made the app.")
    }
}
