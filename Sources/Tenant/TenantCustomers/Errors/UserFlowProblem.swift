// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

/// An error that is only shown on a page, because no valid redirect URI is known.
package struct UserFlowProblem: Error, Sendable {
    package let title: String
    package let error: UserFlowError
    package var facts: [ProblemFact] = []
    package let hint: String

    package init(title: String, error: UserFlowError, facts: [ProblemFact] = [], hint: String) {
        (self.title, self.error, self.facts, self.hint) = (title, error, facts, hint)
    }

    static func unreadable(_ why: String) -> UserFlowProblem {
        UserFlowProblem(
            title: "The request is malformed", error: .unreadable(why),
            hint: "Send each parameter once, percent-encoded as UTF-8.")
    }

    static func checked(_ parameters: FormParameters?) throws -> FormParameters {
        guard let parameters else {
            throw unreadable(
                "it is not percent-encoded UTF-8, or has more than \(FormParameters.maximumCount) parameters")
        }
        guard !parameters.isTooLong else {
            throw unreadable("it is longer than \(FormParameters.longestRequest) bytes")
        }
        return parameters
    }

    static func unknownFlow(_ name: String, known: [UserFlow]) -> UserFlowProblem {
        UserFlowProblem(
            title: "The user flow does not exist", error: .unknownFlow(name),
            facts: [ProblemFact("User flows here", known.map(\.name))],
            hint: "Use one of these after the directory in the path, or as parameter p.")
    }

    package static func unknownClient(_ id: String?, tenant: Tenant, known: [RegisteredApp]) -> UserFlowProblem {
        UserFlowProblem(
            title: "The app is not registered here",
            error: id.map { .unknownClient($0, tenant: tenant.domain) } ?? .clientMissing,
            facts: [
                ProblemFact(
                    "Registered apps", known.filter { $0.tenantID == tenant.id }.map { "\($0.displayName): \($0.id)" })
            ],
            hint: "Use one of these client ids in the app's settings.")
    }

    static func disabled(_ client: RegisteredApp, tenant: Tenant) -> UserFlowProblem {
        UserFlowProblem(
            title: "This app is disabled", error: .appDisabled(client, tenant: tenant.domain),
            facts: [ProblemFact("App", ["\(client.displayName): \(client.id)"])],
            hint: "It cannot be used until its registration is enabled again.")
    }

    static func redirectMismatch(_ uri: String?, client: RegisteredApp) -> UserFlowProblem {
        UserFlowProblem(
            title: "The redirect URI is not registered",
            error: .redirectMismatch(uri ?? "", client: client.id),
            facts: [
                ProblemFact("App", ["\(client.displayName): \(client.id)"]),
                ProblemFact("Registered redirect URIs", client.redirectURIs),
            ],
            hint: "Send a registered redirect_uri. On http://localhost, any port is allowed. "
                + "If you did not start this sign-in yourself, close this page.")
    }

    static let postLogoutRedirectMissing = UserFlowProblem(
        title: "You are signed out, but the post-logout redirect URI is missing", error: .postLogoutRedirectMissing,
        hint: "Omit post_logout_redirect_uri, or use one of the app's registered redirect URIs.")

    static func badPostLogoutRedirect(_ uri: String) -> UserFlowProblem {
        UserFlowProblem(
            title: "You are signed out, but the post-logout redirect URI is not registered",
            error: .badPostLogoutRedirect(uri),
            hint: "Send a post_logout_redirect_uri that is one of the app's registered redirect URIs.")
    }

    /// The customer reloaded or bookmarked a page that a form opened.
    static let pageWithoutSignIn = UserFlowProblem(
        title: "This page belongs to a sign-in", error: .clientMissing,
        hint: "Go back to the app and start the sign-in again.")
}

package struct UserFlowErrorReply: Sendable {
    let error: UserFlowError
    let correlationID: String
    let timestamp: String

    package init(_ error: UserFlowError, settings: TenantSettings, correlationID: CorrelationID?) {
        self.error = error
        self.correlationID = correlationID?.text ?? settings.random.identifier()
        RefusalNote.refuse(ErrorCatalogue.azureADB2C.rule(String(error.number), traceID: self.correlationID))
        timestamp = settings.now().formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space))
    }

    /// `error_description`, with the line breaks of the real service.
    private var description: String {
        "\(error.name): \(error.text)\r\nCorrelation ID: \(correlationID)\r\nTimestamp: \(timestamp)\r\n"
    }

    /// RFC 6749 §4.1.2.1.
    var parameters: FormParameters { ["error": error.code, "error_description": description] }

    /// RFC 6749 §5.2.
    package func json() throws -> Response {
        let members: [(String, OrderedJSON)] = [
            ("error", .string(error.code)), ("error_description", .string(description)),
        ]
        return JSONReply.make(.object(members), status: error.status)
    }
}
