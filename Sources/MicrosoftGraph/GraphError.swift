// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What Microsoft Graph said instead of an answer.
public struct GraphError: Error, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Graph's code, such as `Authorization_RequestDenied`; `unreadable` where the reply is not Graph's.
    public var code: String
    /// Graph's own words.
    public var message: String
    /// The id under which Graph's maker can find the request.
    public var requestID: String?

    /// Creates an error.
    public init(status: Int, code: String, message: String, requestID: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.requestID = requestID
    }

    /// Reads an error response.
    init(status: Int, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body).error
        self.init(
            status: status, code: wire?.code ?? "unreadable",
            message: wire?.message ?? "the answer is not one of Microsoft Graph; check the address",
            requestID: wire?.innerError?.requestID)
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

extension GraphError: CustomStringConvertible {
    /// Status, code and message.
    public var description: String { "\(status) \(code): \(message)" }
}
