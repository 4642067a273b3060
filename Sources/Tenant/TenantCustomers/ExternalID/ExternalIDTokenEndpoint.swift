// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory
import TenantEntra

/// The token endpoint of a directory of External ID: Entra ID's endpoint, for customers.
///
/// RFC 6749 §3.2
struct ExternalIDTokenEndpoint: Sendable {
    let visit: UserFlowVisit

    private var platform: PlatformContext { visit.platform }
    private var selector: TenantSelector { .directory(visit.tenant) }

    /// The tokens, or the error.
    ///
    /// - Throws: ``ExternalIDRefusal`` for an app that was assigned to no flow.
    func answer() async throws -> Response {
        try await TokenDoor(platform: platform).answer(visit.request) { form in
            let (type, request) = try await GrantRequest.read(
                form, visit.request.headers, at: selector, platform: platform)
            do {
                return JSONReply.make(try await reply(to: request, with: type).json)
            } catch let error as UserFlowError {
                throw EntraError(error)
            }
        }
    }

    /// Refuses the device code grant, which customers do not have, after the client was authenticated.
    func refuseDevice() async throws -> Response {
        try await TokenDoor(platform: platform).answer(visit.request) { form in
            _ = try await ClientAuthentication(platform: platform)
                .client(of: form, visit.request.headers, at: selector)
            throw EntraError.unsupportedGrant(GrantType.deviceCode.rawValue)
        }
    }

    private func reply(to request: GrantRequest, with type: GrantType) async throws -> TokenReply {
        switch type {
        case .authorizationCode: return try await grants(for: request, ofApp: request.client.app.id).redeemCode()
        case .refreshToken: return try await grantsOfAnyApp(for: request).refresh()
        case .onBehalfOf: return try await grantsOfAnyApp(for: request).onBehalfOfCustomer()
        case .clientCredentials: return try await ClientCredentialsGrant(platform: platform).answer(request)
        case .password, .deviceCode: throw EntraError.unsupportedGrant(type.rawValue)
        }
    }

    /// Customers do not see the API that acts on their behalf, so it needs no flow, now or when it refreshes.
    private func grantsOfAnyApp(for request: GrantRequest) throws -> ExternalIDGrants {
        let place = try (try? visit.externalPlace(ofApp: request.client.app.id)) ?? visit.externalPlace(ofApp: nil)
        return ExternalIDGrants(platform: platform, place: place, request: request)
    }

    private func grants(for request: GrantRequest, ofApp clientID: String) throws -> ExternalIDGrants {
        ExternalIDGrants(platform: platform, place: try visit.externalPlace(ofApp: clientID), request: request)
    }
}
