// SPDX-License-Identifier: Apache-2.0
package import Foundation
public import OAuth

/// An error response of Microsoft Graph, or a response that cannot be used.
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
    /// Graph's code, such as `Authorization_RequestDenied`; `unreadable` if the response is not Graph's.
    public var code: String
    /// Graph's own message.
    public var message: String
    /// The `request-id`, which Microsoft's support asks for.
    public var requestID: String?
    /// The least permission that would have been enough; `nil` if no permission is missing.
    ///
    /// Graph itself does not name it.
    public var missingPermission: GraphPermission?
    /// How long Graph asks to wait before the request is sent again; `nil` if it names no time.
    public var retryAfter: Duration?

    /// Creates an error.
    public init(
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

    /// Whether the delta token is no longer good: everything must be read again, without a token.
    public var mustReadAgain: Bool {
        status == 410 || ["syncstatenotfound", "resyncrequired"].contains(code.lowercased())
    }

    /// Whether the account is a personal one, which has no directory: no permission will help.
    ///
    /// Graph has no code for it; both of its sentences come from reports of developers.
    public var accountHasNoDirectory: Bool {
        status == 400 && ["not supported for MSA", "'Microsoft.Fast.Profile."].contains(where: message.contains)
    }
}

extension GraphError {
    /// Reads an error response to a request for which `permission` is enough; `nil` if that is not known.
    package init(status: Int, body: Data, needing permission: GraphPermission?, retryAfter: Duration? = nil) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body).error
        self.init(
            status: status, code: wire?.code.asForeignText() ?? "unreadable",
            message: wire?.message.asForeignText(atMost: 1000)
                ?? "the response is not one of Microsoft Graph; \(Self.checkAddress)",
            requestID: wire?.innerError?.requestID,
            missingPermission: status == 403 && wire?.code == "Authorization_RequestDenied" ? permission : nil,
            retryAfter: retryAfter)
    }

    private struct Wire: Decodable {
        struct Inner: Decodable {
            let requestID: String?
            enum CodingKeys: String, CodingKey { case requestID = "request-id" }
        }
        struct Content: Decodable {
            let code: String
            let message: String
            let innerError: Inner?
        }
        let error: Content
    }
}

extension GraphError: ActionableError {
    /// The action that can help.
    public var nextAction: NextAction {
        switch status {
        case _ where accountHasNoDirectory: .chooseAccount
        case 401: .signInAgain
        case 403: missingPermission.map { .consent([$0.rawValue]) } ?? .askAdministrator
        case 429, 500...: .retry(after: retryAfter)
        default: .none
        }
    }
}

extension GraphError: CustomStringConvertible {
    /// Status, code and message.
    public var description: String { "\(status) \(code): \(message)" }
}
