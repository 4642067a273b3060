// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
import PageTemplates
import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

package struct ErrorReply: Sendable {
    package let error: EntraError
    let traceID: String
    let correlationID: String
    package let timestamp: String
    let lookupPage: String?

    package init(_ error: EntraError, settings: TenantSettings, correlationID: CorrelationID? = nil) {
        self.error = error
        traceID = settings.random.identifier()
        self.correlationID = correlationID?.text ?? settings.random.identifier()
        timestamp = settings.now().formatted(Self.timeStyle)
        let isNamed = ErrorCatalogue.entraID[error.number]?.isNamed == true
        lookupPage = isNamed ? ErrorPage.url(of: error.number, at: settings.baseURL) : nil
        // A device polls until the person has answered: that is no refusal.
        if error == .authorizationPending {
            RefusalNote.noteOrdinaryStep()
        } else {
            RefusalNote.refuse(error.rule(traceID: traceID))
        }
    }

    var description: String {
        "AADSTS\(error.number): \(error.text) Trace ID: \(traceID) Correlation ID: \(correlationID) "
            + "Timestamp: \(timestamp)"
    }

    var trace: PageValues { ["traceID": traceID, "correlationID": correlationID, "timestamp": timestamp] }

    /// The members have the order of the real service. RFC 6749 §5.2
    package func json() throws -> Response {
        var members: [(String, OrderedJSON)] = [
            ("error", .string(error.code)), ("error_description", .string(description)),
            ("error_codes", .array([.integer(error.number)])), ("timestamp", .string(timestamp)),
            ("trace_id", .string(traceID)), ("correlation_id", .string(correlationID)),
        ]
        if let lookupPage { members.append(("error_uri", .string(lookupPage))) }
        if let suberror = error.suberror { members.append(("suberror", .string(suberror))) }
        if let claims = error.claims { members.append(("claims", .string(claims))) }
        var response = JSONReply.make(.object(members), status: error.status)
        for (name, value) in [
            (ServiceFields.requestID, traceID), (ServiceFields.clientTelemetry, "1,\(error.number),0,,"),
        ] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    /// RFC 6749 §4.1.2.1.
    package var parameters: FormParameters {
        var parameters: FormParameters = ["error": error.authorizeCode, "error_description": description]
        parameters.append("error_uri", lookupPage)
        parameters.append("claims", error.claims)
        if error == .cancelled { parameters.append("error_subcode", "cancel") }
        return parameters
    }

    private static let timeStyle = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
}

extension EntraError {
    /// The rule with the text of the error's page, which contains nothing from the request.
    package func rule(traceID: String? = nil) -> RefusalNote.Rule {
        ErrorCatalogue.entraID.rule(String(number), traceID: traceID)
    }

    /// The authorization endpoint has its own codes for missing consent or a missing second factor.
    fileprivate var authorizeCode: String {
        switch suberror {
        case "consent_required": "consent_required"
        case "basic_action": "interaction_required"
        default: code
        }
    }
}

struct ErrorPage: Sendable {
    static let path = "/error"

    let pages: Pages
    let catalogues: [ErrorCatalogue]

    static func url(of number: Int, at baseURL: String) -> String { "\(baseURL)\(path)?code=\(number)" }

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath(Self.path)) { request, _ in
            let parameters = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
            return page(parameters["code"] ?? "")
        }
    }

    private func page(_ asked: String) -> Response {
        var values: PageValues = ["path": Self.path, "asked": asked]
        let found = catalogues.lazy.compactMap { catalogue in
            catalogue.number(in: asked).flatMap { number in
                catalogue[number].map { (name: "\(catalogue.prefix)\(number)", entry: $0) }
            }
        }.first
        if let (name, entry) = found {
            values["explanation"] = [
                "code": name, "title": entry.title, "cause": entry.cause ?? "", "remedy": entry.remedy,
            ]
        } else if !asked.isEmpty {
            values["unknown"] = asked
        }
        return pages.html("error-lookup", values)
    }
}
