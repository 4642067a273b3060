// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import Hummingbird
import OAuth
import TenantAuthorization

extension Pages {
    /// The page about a problem that must not be sent to the client.
    package func standardProblem(_ problem: StandardProblem) -> Response {
        RefusalNote.refuse(
            RefusalNote.Rule(
                problem.error.code.rawValue, reason: problem.error.description, remedy: problem.hint))
        return html(
            "standard-problem",
            [
                "title": problem.title, "code": problem.error.code.rawValue, "message": problem.error.description,
                "facts": problem.facts.map { ["label": $0.label, "values": $0.values] as [String: Any] },
                "hint": problem.hint,
            ],
            status: .badRequest)
    }

    /// The page on which the person confirms the sign-out.
    func confirmSignOut(
        of members: [StandardSessions.Member], carrying parameters: FormParameters, for client: StandardClient?,
        leadingTo redirectURI: RedirectURI?, request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        var values: [String: Any] = [
            "action": StandardEndpoint.endSessionConfirmation.path,
            "csrf": protection.token(for: cookie.value, purpose: Self.signOutPurpose(parameters.encoded)),
            "carried": [["name": EndSessionEndpoint.field, "value": parameters.encoded]],
            "members": members.map { PersonEntry($0.person).values },
        ]
        values["appName"] = client?.name
        return html(
            "standard-sign-out", values, policy: .page(formsMayLeadTo: [redirectURI].compactMap(\.self)),
            cookie: cookie)
    }

    /// The purpose of the confirmation form's CSRF token; it is valid for this request only.
    static func signOutPurpose(_ parameters: String) -> String { "standard sign out \(parameters)" }
}
