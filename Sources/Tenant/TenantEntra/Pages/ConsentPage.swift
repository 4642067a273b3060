// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The page that names the requested permissions, and the one that says why the person may not grant them.
struct ConsentPage {
    /// The form field with the seal of the page's question.
    static let questionField = "question"

    let form: SignInForm
    let question: ConsentQuestion

    /// The purpose of the form's token: one person's answer, after one sign-in, to one request.
    static func purpose(of member: BrowserSessions.Member, _ carried: CarriedRequest) -> String {
        "consent of \(member.person.id) signed in at \(member.authenticatedAt.seconds) to \(carried.text)"
    }

    /// The values for the templates.
    var values: [String: Any] {
        var values = form.values
        values["questionField"] = Self.questionField
        values["question"] = form.proof(of: question.statement)
        values["person"] = question.person.id
        values["displayName"] = question.person.displayName
        values["username"] = question.person.userPrincipalName
        values["initials"] = PersonEntry(question.person).values["initials"]
        values["publisherDomain"] = question.publisherDomain
        values["directoryName"] = question.tenant.displayName
        values["isAdministrator"] = question.person.isAdministrator && !question.isForEverybody
        values["isForEverybody"] = question.isForEverybody
        values["isPersonal"] = question.tenant.kind != .organization
        values["permissions"] = (question.isAnswerable ? question.permissions : question.forbidden).map(\.values)
        values["myAppsPath"] = MyAppsEndpoint.path
        if let refusal = question.refusal { values["code"] = "AADSTS\(refusal.number)" }
        return values
    }
}
