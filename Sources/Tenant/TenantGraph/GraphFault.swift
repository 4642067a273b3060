// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
package import HTTPMessages
package import HTTPServing
package import PortableFoundation
package import TenantAuthorization
import TenantDirectory

package struct GraphFault: Error, Sendable {
    package let status: HTTPResponse.Status
    package let code: String
    package let message: String
    var allow = "GET, HEAD"
    /// The claims that another token must have, for clients that handle claims challenges.
    var claims: String?
    /// In seconds.
    var retryAfter: Int?

    package init(status: HTTPResponse.Status, code: String, message: String, allow: String = "GET, HEAD") {
        (self.status, self.code, self.message, self.allow) = (status, code, message, allow)
    }

    static func badToken(_ message: String) -> GraphFault {
        GraphFault(status: .unauthorized, code: "InvalidAuthenticationToken", message: message)
    }

    /// Graph sends it only to clients with the capability `cp1`; tokens of other clients stay valid until they expire.
    static func revoked(before time: Date) -> GraphFault {
        var fault = badToken(
            "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp")
        fault.claims = #"{"access_token":{"nbf":{"essential":true,"value":"\#(time.seconds)"}}}"#
        return fault
    }

    static let insufficientPrivileges = GraphFault(
        status: .forbidden, code: "Authorization_RequestDenied",
        message: "Insufficient privileges to complete the operation.")

    static func notFound(_ name: String) -> GraphFault {
        GraphFault(
            status: .notFound, code: "Request_ResourceNotFound",
            message:
                "Resource '\(name)' does not exist or one of its queried reference-property objects are not present.")
    }

    static func badRequest(_ message: String) -> GraphFault {
        GraphFault(status: .badRequest, code: "BadRequest", message: message)
    }

    static func unsupported(_ message: String) -> GraphFault {
        GraphFault(status: .badRequest, code: "Request_UnsupportedQuery", message: message)
    }

    static let tooExpensive = unsupported(
        "The local tenant ended this query, which reads too much of the directory. Use a narrower filter, or leave "
            + "out $orderby and $count.")

    /// The parts of a batch share the limit: a request that is sent alone may read more.
    static var batchTooExpensive: GraphFault {
        var fault = GraphFault(
            status: .tooManyRequests, code: "TooManyRequests",
            message: "The requests of this batch read too much of the directory. Send this one alone, or in a smaller "
                + "batch.")
        fault.retryAfter = 1
        return fault
    }

    static func repeatedOption(_ name: String) -> GraphFault {
        badRequest("Query option '\(name)' was specified more than once, but it must be specified at most once.")
    }

    static func unsupportedClause(_ property: String) -> GraphFault {
        unsupported(
            "Unsupported or invalid query filter clause specified for property '\(property)' of resource 'User'.")
    }

    /// `nil` names no type.
    static func noProperty(_ name: String, of type: String? = "microsoft.graph.user") -> String {
        "Could not find a property named '\(name)'\(type.map { " on type '\($0)'" } ?? "")."
    }

    static func unknownSegment(_ segment: String) -> GraphFault {
        badRequest("Resource not found for the segment '\(segment)'.")
    }

    static let notDelegated = badRequest("/me request is only valid with delegated authentication flow.")

    /// As recorded for other parts of Graph; the current message of `/users` is unknown.
    static let personalAccount = badRequest("This API is not supported for MSA accounts")

    static let countNotSupported = GraphFault(
        status: .badRequest, code: "Request_BadRequest", message: "$count is not currently supported.")

    static let notOnCollections = GraphFault(
        status: .notImplemented, code: "NotImplemented", message: "This operation target is not yet supported.")

    static let imageNotFound = GraphFault(
        status: .notFound, code: "ImageNotFound",
        message: "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.")

    static let methodNotAllowed = GraphFault(
        status: .methodNotAllowed, code: "Request_BadRequest",
        message: "Specified HTTP method is not allowed for the request target.")

    static var onlyPost: GraphFault {
        var fault = methodNotAllowed
        fault.allow = "POST"
        return fault
    }

    static let syncStateNotFound = GraphFault(
        status: .gone, code: "syncStateNotFound",
        message: "The sync state is not found; it may have expired. Read everything again.")

    static let badSkipToken = badRequest("Skip token is null or empty, or not one of this tenant.")
    static let unreadableContent = badRequest(
        "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON "
            + "format.")

    package func response(requestID: String, clientRequestID: String, baseURL: String, now: Date) -> Response {
        let inner: [(String, OrderedJSON)] = [
            ("date", .string(String(now.formatted(.iso8601).dropLast()))), ("request-id", .string(requestID)),
            ("client-request-id", .string(clientRequestID)),
        ]
        let content: [(String, OrderedJSON)] = [
            ("code", .string(code)), ("message", .string(message)), ("innerError", .object(inner)),
        ]
        // Only messages about tokens never quote the request.
        let reason = status == .unauthorized ? message : nil
        RefusalNote.refuse(ErrorCatalogue.graph.rule(code, reason: reason, traceID: requestID))
        var response = JSONReply.make(.object([("error", .object(content))]), status: status)
        if status == .unauthorized {
            response.headers[.wwwAuthenticate] = challenge(baseURL)
        }
        if status == .methodNotAllowed { response.headers[.allow] = allow }
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    /// Only a challenge for claims names the sign-in page.
    private func challenge(_ baseURL: String) -> String {
        let client = #"client_id="\#(RegisteredApp.graphID)""#
        guard let claims else { return #"Bearer realm="", \#(client)"# }
        return #"Bearer realm="", authorization_uri="\#(baseURL)/common/oauth2/authorize", \#(client), "#
            + #"error="insufficient_claims", claims="\#(Data(claims.utf8).base64EncodedString())""#
    }
}

extension ErrorCatalogue {
    package static let graph = ErrorCatalogue(json: tenant_errors_graph())
}
