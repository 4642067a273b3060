// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import JOSE
import OAuth

/// Issues a device code and a user code.
///
/// RFC 8628 §3.1, §3.2
struct DeviceAuthorizationEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        provider.takeForms(at: .deviceAuthorization, of: router, answer)
    }

    private func answer(_ form: FormParameters, _ request: Request) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, at: .deviceAuthorization)
        guard client.metadata.grantTypes.contains(.deviceCode) else {
            throw StandardError(.unauthorizedClient, "This client did not register the grant_type of device codes.")
        }
        let scopes = try form.scopes(for: client, responseType: .code)
        let codes = try await provider.devices.issue(to: client, scopes: scopes)
        let page = provider.url(.device)
        return StandardReply.json([
            "device_code": .string(codes.device), "user_code": .string(codes.user), "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(codes.user)"),
            "expires_in": .integer(Int(StandardDeviceLedger.lifetime)),
            "interval": .integer(Int(StandardDeviceLedger.interval)),
        ])
    }
}
