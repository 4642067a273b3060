// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

/// A problem that is never redirected but shown on a page, because the redirect URI is not trusted.
package struct SignInProblem: Error, Sendable {
    package let title: String
    package let error: EntraError
    package var facts: [ProblemFact] = []
    package let hint: String

    package init(title: String, error: EntraError, facts: [ProblemFact] = [], hint: String) {
        (self.title, self.error, self.facts, self.hint) = (title, error, facts, hint)
    }

    /// The user opened a page that only a sign-in leads to, or came back after it ended.
    static let partOfSignIn = SignInProblem(
        title: "This page belongs to a sign-in", error: .missingParameter("client_id"),
        hint: "Go back to the app and start the sign-in again.")

    static func unreadable(_ why: String) -> SignInProblem {
        SignInProblem(
            title: "The request is malformed", error: .malformedRequest(why),
            hint: "Send each parameter once, percent-encoded as UTF-8.")
    }

    static func checked(_ parameters: FormParameters?) throws -> FormParameters {
        guard let parameters else {
            throw unreadable(
                "it is not percent-encoded UTF-8, or has more than \(FormParameters.maximumCount) parameters")
        }
        guard !parameters.isTooLong else { throw tooLong }
        return parameters
    }

    static let tooLong = SignInProblem(
        title: "The request is too long", error: .requestTooLong,
        hint: "Keep all parameters together under \(FormParameters.longestRequest) bytes. Use a short key as "
            + "'state', and store its data in the app's own session.")

    static func unknownTenant(_ error: EntraError, known: [Tenant]) -> SignInProblem {
        SignInProblem(
            title: "The directory does not exist", error: error,
            facts: [
                ProblemFact(
                    "Directories here",
                    known.filter { $0.kind != .customers }.flatMap { [$0.id, $0.domain] }
                        + TenantSelector.Shared.allCases.map(\.rawValue))
            ],
            hint: "Use one of these names after the host in the app's authority.")
    }

    static func unknownClient(_ clientID: String?, at selector: TenantSelector, known: [RegisteredApp]) -> SignInProblem
    {
        let error =
            clientID.map {
                // As captured: the real service uses this name only for the empty GUID.
                Identifier.isWellFormed($0) && !Identifier.canBeApp($0)
                    ? EntraError.noApplicationID($0) : EntraError.unknownClient($0, tenant: selector.displayName)
            } ?? EntraError.missingParameter("client_id")
        return SignInProblem(
            title: "The app is not registered here", error: error,
            facts: [
                ProblemFact(
                    "Registered apps",
                    known.filter { !$0.isBuiltIn && !$0.allRedirectURIs.isEmpty }
                        .map { "\($0.displayName): \($0.id)" })
            ],
            hint: "Use one of these client ids in the app's settings.")
    }

    /// The endpoint admits no people to this app; the page lists the endpoints that do.
    static func notAdmitted(_ error: EntraError, client: RegisteredApp, tenants: [Tenant]) -> SignInProblem {
        let shared = TenantSelector.Shared.allCases.map(TenantSelector.shared)
        let own = tenants.filter { $0.kind != .customers }.map(TenantSelector.directory)
        return SignInProblem(
            title: "This app is for other accounts", error: error,
            facts: [
                ProblemFact("App", ["\(client.displayName): \(client.id)"]),
                ProblemFact(
                    "Accepts accounts of",
                    (shared + own).filter { client.refusal(at: $0) == nil }.map { selector in
                        selector.tenantID == nil ? selector.name : "\(selector.name) (\(selector.displayName))"
                    }),
            ],
            hint: "Use one of these names after the host in the app's authority.")
    }

    static func redirectRefused(_ error: EntraError, asked: String?, client: RegisteredApp) -> SignInProblem {
        SignInProblem(
            title: "The redirect URI is not registered", error: error,
            facts: [
                ProblemFact("App", [client.displayName, client.id]),
                ProblemFact("Requested", [asked].compactMap(\.self)),
                ProblemFact("Registered redirect URIs", client.allRedirectURIs),
            ],
            hint: "Send a registered redirect_uri. On http://localhost, any port is allowed. "
                + "If you did not start this sign-in yourself, close this page.")
    }

    static func disabled(_ client: RegisteredApp) -> SignInProblem {
        SignInProblem(
            title: "This app is disabled", error: .appDisabled(client),
            facts: [ProblemFact("App", [client.displayName, client.id])],
            hint: "It cannot be used until its registration is enabled again.")
    }
}
