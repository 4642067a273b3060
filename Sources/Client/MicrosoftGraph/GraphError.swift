// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
package import PortableFoundation

/// An error response from Microsoft Graph, or an unusable response.
///
/// ```swift
/// do {
///     people = try await graph.people(matching: "sil").all(limit: 20)
/// } catch let error as GraphError {
///     guard let permission = error.missingPermission else { throw error }
///     account = try await flow.extend(account, by: [permission.rawValue], with: agent)
/// }
/// ```
public struct GraphError: Error, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Graph's error code, such as `Authorization_RequestDenied`; `unreadable` if the response is not Graph's.
    public var code: String
    /// Graph's error message.
    public var message: String
    /// The `request-id`, which Microsoft support asks for.
    public var requestID: String?
    /// The least privileged permission that would have been enough; `nil` if no permission is missing.
    ///
    /// The client derives it, because Graph does not return it.
    public var missingPermission: GraphPermission?
    /// The wait that Graph requests before a retry, if any.
    public var retryAfter: Duration?

    package init(
        status: Int, code: String, message: String, requestID: String? = nil,
        missingPermission: GraphPermission? = nil, retryAfter: Duration? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.requestID = requestID
        self.missingPermission = missingPermission
        self.retryAfter = retryAfter
    }

    /// Whether the delta token is no longer valid: read everything again, without a token.
    public var mustReadAgain: Bool {
        status == 410 || ["syncstatenotfound", "resyncrequired"].contains(code.lowercased())
    }

    /// Whether the account is a personal account, which has no directory: no permission will help.
    ///
    /// Graph has no code for it, so this matches its two known messages.
    public var accountHasNoDirectory: Bool {
        status == 400 && ["not supported for MSA", "'Microsoft.Fast.Profile."].contains(where: message.contains)
    }
}

extension GraphError {
    /// `permission` would be enough for the request; `nil` if that is unknown.
    package init(status: Int, body: Data, needing permission: GraphPermission?, retryAfter: Duration? = nil) {
        let error = (try? ForeignJSON(body)).flatMap { ForeignJSON($0["error"]) }
        let code = try? error?.text("code")
        // The code is enough to find the next action.
        let message = code.map { _ in (try? error?.text("message")) ?? "Microsoft Graph gives no reason" }
        self.init(
            status: status, code: code?.asForeignText() ?? "unreadable",
            message: message?.asForeignText(atMost: 1000)
                ?? "the response is not from Microsoft Graph; \(Self.checkAddress)",
            requestID: try? ForeignJSON(error?["innerError"])?.text("request-id"),
            missingPermission: status == 403 && code == "Authorization_RequestDenied" ? permission : nil,
            retryAfter: retryAfter)
    }
}

extension GraphError: ActionableError {
    /// The action that can help.
    public var nextAction: NextAction {
        switch status {
        case _ where accountHasNoDirectory: .chooseAccount
        case 401: .signInAgain
        case 403: missingPermission.map { .consent([$0.rawValue]) } ?? .askAdministrator
        case _ where ServerError.isTemporary(status): .retry(after: retryAfter)
        default: .none
        }
    }
}

extension GraphError: CustomStringConvertible {
    /// The status, the code, and the message.
    public var description: String { "\(status) \(code): \(message)" }
}

/// The client's own errors; each message ends with the next step.
extension GraphError {
    static let checkAddress = "check the address"

    static func unreadable(_ cause: String, remedy: String = checkAddress) -> GraphError {
        GraphError(status: 200, code: "unreadable", message: "\(cause); \(remedy)")
    }

    static func endless(_ cause: String) -> GraphError {
        unreadable(cause, remedy: "request less, or report it to the server's operator")
    }

    static func refused(_ cause: String, remedy: String) -> GraphError {
        GraphError(status: 400, code: "BadRequest", message: "\(cause); \(remedy)")
    }

    static let pathUnusable = notFound(
        "the path names no entity", remedy: "use segments between slashes, without a query or an empty id")

    static func noPerson(_ who: String) -> GraphError {
        notFound("there is no user '\(who)'", remedy: "use the id or the user principal name")
    }

    static let partUnknown = GraphError(
        status: 404, code: "unreadable", message: "the part belongs to another batch; read it from that batch's results"
    )

    private static func notFound(_ cause: String, remedy: String) -> GraphError {
        GraphError(status: 404, code: "Request_ResourceNotFound", message: "\(cause); \(remedy)")
    }
}

/// A Microsoft Graph permission, by its scope name; the set is open.
///
/// ```swift
/// let scopes: ScopeSet = [GraphPermission.userReadBasicAll.rawValue]
/// let api = GraphClient.publicEndpoint
/// let graph = GraphClient(
///     endpoint: api, over: flow.authorizedTransport(for: account, scopes: scopes, to: api))
/// ```
public struct GraphPermission: RawRepresentable, Hashable, Sendable {
    /// The name, for use as a scope.
    public var rawValue: String

    /// Creates a permission with any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The caller's own profile, manager, and direct reports.
    public static let userRead = GraphPermission(rawValue: "User.Read")
    /// Names, addresses, and photos of all people.
    public static let userReadBasicAll = GraphPermission(rawValue: "User.ReadBasic.All")
    /// All properties of all people; requires administrator consent.
    public static let userReadAll = GraphPermission(rawValue: "User.Read.All")
    /// Groups and their members; requires administrator consent.
    public static let groupMemberReadAll = GraphPermission(rawValue: "GroupMember.Read.All")
}

extension GraphPermission: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
