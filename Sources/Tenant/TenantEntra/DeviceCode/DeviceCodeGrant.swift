// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// Answers a device that polls for its tokens.
///
/// RFC 8628 §3.4
struct DeviceCodeGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let grant = try await platform.devices.poll(
            try request.form.required("device_code"), by: request.client.app.id, at: request.selector.name,
            now: platform.settings.now())
        return try await platform.tokens.reply(
            to: grant, for: request, asking: nil, severalResources: true, nonce: nil)
    }
}
