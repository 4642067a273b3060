// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import OAuth

/// An error on its way out, with the ids and the time under which it can be found.
struct ErrorReply: Sendable {
    let error: EntraError
    let traceID: String
    let correlationID: String
    let timestamp: String

    init(_ error: EntraError, settings: TenantSettings, correlationID: CorrelationID? = nil) {
        self.error = error
        traceID = settings.random.identifier()
        self.correlationID = correlationID?.text ?? settings.random.identifier()
        timestamp = settings.now().formatted(Self.timeStyle)
    }

    /// The text for `error_description`.
    var description: String {
        "AADSTS\(error.number): \(error.text) Trace ID: \(traceID) Correlation ID: \(correlationID) "
            + "Timestamp: \(timestamp)"
    }

    /// The answer of the token endpoint. RFC 6749 §5.2
    func json() throws -> Response {
        try JSONReply.make(
            Body(
                error: error.code, errorDescription: description, errorCodes: [error.number], timestamp: timestamp,
                traceID: traceID, correlationID: correlationID, suberror: error.suberror,
                claims: error.claims),
            status: error.status)
    }

    private struct Body: Encodable {
        let error: String
        let errorDescription: String
        let errorCodes: [Int]
        let timestamp: String
        let traceID: String
        let correlationID: String
        let suberror: String?
        let claims: String?

        enum CodingKeys: String, CodingKey {
            case error, timestamp, suberror, claims
            case errorDescription = "error_description"
            case errorCodes = "error_codes"
            case traceID = "trace_id"
            case correlationID = "correlation_id"
        }
    }

    private static let timeStyle = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
}
