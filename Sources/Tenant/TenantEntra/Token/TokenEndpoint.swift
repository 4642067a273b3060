// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
package import TenantAuthorization

/// RFC 6749 §3.2.
struct TokenEndpoint: Sendable {
    let platform: PlatformContext

    private static let path: RouterPath = "/:tenant/oauth2/v2.0/token"

    func add(to router: Router<ServingContext>) {
        let access = CrossOriginAccess.singlePageApps(in: platform.database)
        router.post(Self.path) { request, context in
            let tenant = try context.parameters.require("tenant")
            var response = try await TokenErrorBoundary(platform: platform).answer(request, tenant: tenant) {
                form, selector in
                JSONReply.make(try await answer(form, request.headers, at: selector).json)
            }
            try await access.admit(request, to: &response)
            return response
        }
        router.get(Self.path) { request, _ in try TokenErrorBoundary(platform: platform).onlyPost(request) }
        router.on(Self.path, method: .options) { request, _ in
            let response = try await access.preflight(request)
            return response.headers.contains(.accessControlAllowOrigin)
                ? response : Response(status: .methodNotAllowed, headers: [.allow: "POST"])
        }
    }

    private func answer(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws -> TokenReply {
        let (type, request) = try await GrantRequest.read(form, fields, at: selector, platform: platform)
        return switch type {
        case .authorizationCode: try await CodeGrant(platform: platform).answer(request)
        case .refreshToken: try await RefreshGrant(platform: platform).answer(request)
        case .clientCredentials: try await ClientCredentialsGrant(platform: platform).answer(request)
        case .password: try await PasswordGrant(platform: platform).answer(request)
        case .deviceCode: try await DeviceCodeGrant(platform: platform).answer(request)
        case .onBehalfOf: try await OnBehalfOfGrant(platform: platform).answer(request)
        }
    }
}

package struct TokenErrorBoundary: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    func answer(
        _ request: Request, tenant: String, _ body: (FormParameters, TenantSelector) async throws -> Response
    ) async throws -> Response {
        try await answer(request) { form in
            guard TenantSelector.isWellFormed(tenant) else { throw EntraError.malformedTenant(tenant) }
            return try await body(form, try await TenantSelector.find(tenant, in: platform.database))
        }
    }

    package func answer(_ request: Request, _ body: (FormParameters) async throws -> Response) async throws -> Response
    {
        var correlationID = CorrelationID(in: request.headers)
        do {
            let form = try await RequestContent(of: request).form()
            // Some libraries send the id as a form field.
            correlationID = correlationID ?? CorrelationID(in: form)
            return try await body(form)
        } catch {
            guard let error = EntraError(answering: error) else { throw error }
            var response = try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
            // RFC 6749 §5.2: with the authentication scheme that the client used.
            if error.status == .unauthorized, request.headers[.authorization] != nil {
                response.headers[.wwwAuthenticate] = "Basic realm=\"\(platform.baseURL)\""
            }
            return response
        }
    }

    package func onlyPost(_ request: Request) throws -> Response {
        var response = try ErrorReply(
            .onlyPost, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
        ).json()
        response.status = .methodNotAllowed
        response.headers[.allow] = "POST"
        return response
    }
}

extension EntraError {
    /// Returns `nil` for a failure of the server.
    fileprivate init?(answering error: any Error) {
        switch error {
        case let error as EntraError: self = error
        case let missing as MissingParameter: self = .missingParameter(missing.name)
        case let refusal as Refusal: self = .malformedRequest(refusal.message)
        case let refusal as RequestRefusal:
            self = .malformedRequest(refusal.message)
            status = refusal.status
        default: return nil
        }
    }
}
