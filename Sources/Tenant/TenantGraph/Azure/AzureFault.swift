// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// An error in the form of Azure Resource Manager.
struct AzureFault: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    static let tokenMissing = AzureFault(
        status: .unauthorized, code: "AuthenticationFailed",
        message: "Authentication failed. The 'Authorization' header is missing.")

    static let versionMissing = AzureFault(
        status: .badRequest, code: "MissingApiVersionParameter",
        message: "The api-version query parameter (?api-version=) is required for all requests.")

    static func unknownSubscription(_ id: String) -> AzureFault {
        AzureFault(
            status: .notFound, code: "SubscriptionNotFound", message: "The subscription '\(id)' could not be found.")
    }

    /// The error response; for a refused token, it names the address of the sign-in. RFC 9110 §11.6.1
    func response(at platform: PlatformContext) -> Response {
        let content: [(String, OrderedJSON)] = [("code", .string(code)), ("message", .string(message))]
        RefusalNote.refuse(ErrorCatalogue.graph.rule(code))
        var response = JSONReply.make(.object([("error", .object(content))]), status: status)
        if status == .unauthorized {
            response.headers[.wwwAuthenticate] =
                #"Bearer authorization_uri="\#(platform.baseURL)/common", error="invalid_token""#
        }
        return response
    }
}
