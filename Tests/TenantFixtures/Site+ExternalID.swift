// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import Testing

@testable import LocalTenant
@testable import TenantCustomers
@testable import TenantDirectory

extension Site {
    static let externalToken = "\(external)/token"
    static let pageOfShop = "https://spa.example"
    static let shopSecret = "right-secret"
    static let tasksRead = "\(SampleApp.customerTasksURI)/Tasks.Read"

    static let externalRequest = FormParameters.externalIDRequest.with("client_id", shopAppID)

    static let externalPageRequest = externalRequest.with("redirect_uri", "\(pageOfShop)/callback")

    /// ``shopAppID``, assigned to the flow of External ID.
    func addExternalApp(_ body: (inout RegisteredApp) throws -> Void = { _ in }) async throws {
        try await addShopApp(body)
        try await change("SignUpAndSignIn") { $0.clientIDs.append(Self.shopAppID) }
    }

    func redeemExternal(
        _ code: String, at redirectURI: String = "http://localhost:49152", secret: String? = nil,
        from origin: String? = nil
    ) async throws -> Answer {
        let form = FormParameters.flowRedeeming(code).with("client_id", Self.shopAppID)
            .with("redirect_uri", redirectURI).with("client_secret", secret)
        return try await post(Self.externalToken, form, fields: origin.map { [.origin: $0] } ?? [:])
    }

    func refreshExternal(
        _ answer: Answer, secret: String? = nil, scope: String? = nil, from origin: String? = nil
    ) async throws -> Answer {
        let token = try #require(try answer.object()["refresh_token"]?.string, "\(answer.text)")
        let form = FormParameters.flowRefreshing(token).with("client_id", Self.shopAppID)
            .with("client_secret", secret).with("scope", scope)
        return try await post(Self.externalToken, form, fields: origin.map { [.origin: $0] } ?? [:])
    }
}
