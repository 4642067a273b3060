// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The metadata of each directory, and the signing keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
package struct MetadataEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        get("/:tenant/v2.0/.well-known/openid-configuration", of: router) { request, context in
            try await answer(request, try context.parameters.require("tenant"), error: "invalid_tenant") {
                JSONReply.make(MetadataDocument(platform: platform, selector: $0).version2, cacheable: true)
            }
        }
        get("/:tenant/.well-known/openid-configuration", of: router) { request, context in
            try await answer(request, try context.parameters.require("tenant"), error: "invalid_tenant") {
                JSONReply.make(MetadataDocument(platform: platform, selector: $0).version1, cacheable: true)
            }
        }
        // The keys are the same for every directory, and their issuer is a template.
        let paths: [(RouterPath, String?)] = [
            ("/:tenant/discovery/v2.0/keys", platform.issuer("{tenantid}")), ("/:tenant/discovery/keys", nil),
        ]
        for (path, issuer) in paths {
            get(path, of: router) { request, context in
                try await answer(request, try context.parameters.require("tenant")) { _ in
                    JSONReply.make(try platform.keys.published(for: .entraID, issuer: issuer), cacheable: true)
                }
            }
        }
    }

    /// Adds an address that pages of any origin may read; browsers send a preflight if the page adds its own fields.
    private func get(
        _ path: RouterPath, of router: Router<ServingContext>,
        _ answer: @escaping @Sendable (Request, ServingContext) async throws -> Response
    ) {
        router.get(path, use: answer)
        router.on(path, method: .options) { _, _ in JSONReply.preflight }
    }

    /// Answers for a directory, or says in JSON that there is none.
    ///
    /// - Parameters:
    ///   - request: The request, with an optional correlation id for its errors.
    ///   - tenant: A name of a directory, or of several.
    ///   - code: The error code for an unknown directory; `nil` takes that of the token endpoint.
    ///   - body: The function that makes the answer.
    /// - Returns: The answer, or the error.
    /// - Throws: Errors of the database.
    private func answer(
        _ request: Request, _ tenant: String, error code: String? = nil, _ body: (TenantSelector) throws -> Response
    ) async throws -> Response {
        do {
            return try body(try await TenantSelector.find(tenant, in: platform.database))
        } catch var error as EntraError {
            if let code { error = EntraError(error.number, code, error.text) }
            return try ErrorReply(
                error, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
            ).json()
        }
    }
}
