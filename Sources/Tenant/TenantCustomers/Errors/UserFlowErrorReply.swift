// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization
package import TenantDirectory
import TenantEntra

/// An error response, with the correlation id and the time by which it can be found.
package struct UserFlowErrorReply: Sendable {
    let error: UserFlowError
    let correlationID: String
    let timestamp: String
    /// The same error under Entra ID's number; `nil` at Azure AD B2C.
    private let external: ErrorReply?

    package init(
        _ error: UserFlowError, service: UserFlow.Service = .azureADB2C, settings: TenantSettings,
        correlationID: CorrelationID?
    ) {
        self.error = error
        self.correlationID = correlationID?.text ?? settings.random.identifier()
        external =
            service == .externalID
            ? ErrorReply(EntraError(error), settings: settings, correlationID: correlationID) : nil
        if external == nil {
            RefusalNote.refuse(
                ErrorCatalogue.azureADB2C.rule(String(error.number), traceID: self.correlationID))
        }
        timestamp = settings.now().formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space))
    }

    /// The text for `error_description`, with the line breaks of the real service.
    var description: String {
        "\(error.name): \(error.text)\r\nCorrelation ID: \(correlationID)\r\nTimestamp: \(timestamp)\r\n"
    }

    /// The error parameters of a redirect. RFC 6749 §4.1.2.1
    var parameters: FormParameters {
        external?.parameters ?? ["error": error.code, "error_description": description]
    }

    /// The number in the form of the pages.
    var name: String { external.map { "AADSTS\($0.error.number)" } ?? error.name }

    /// The text without number and trace, for pages.
    var text: String { external?.error.text ?? error.text }

    /// The JSON response: these two members only. RFC 6749 §5.2
    package func json() throws -> Response {
        if let external { return try external.json() }
        return try JSONReply.make(["error": error.code, "error_description": description], status: error.status)
    }
}
