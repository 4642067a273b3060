// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// That a form was shown to somebody whose password was right in this run of the flow.
///
/// The session alone would not do: it may be of yesterday, and the app may want the password again.
struct CustomerProof: Sendable {
    /// The form field that carries it.
    static let field = "proof"
    /// The form field that says that they signed up in this run.
    static let newField = "new"

    let text: String
    /// Whether they signed up in this run.
    let isNew: Bool

    /// Seals it for the next form.
    init(
        of member: CustomerSessions.Member, isNew: Bool, in authorize: UserFlowRequest, pages: Pages,
        cookie: FormCookie
    ) {
        self.isNew = isNew
        text = pages.seal(
            "\(isNew ? "new" : "known") customer \(member.customer.id) \(member.authenticatedAt.seconds) "
                + authorize.parameters.encoded, cookie: cookie)
    }

    /// Takes it out of a form; `nil` if it does not hold.
    ///
    /// - Throws: `Refusal` if a field stands twice.
    init?(in step: UserFlowStep, of member: CustomerSessions.Member) throws {
        self.init(
            of: member, isNew: try step.form.once(Self.newField) == "1", in: step.authorize,
            pages: step.platform.pages, cookie: step.platform.pages.cookie(of: step.request))
        guard text.isSameSecret(as: try step.form.once(Self.field) ?? "") else { return nil }
    }

    /// The values for the template.
    var values: [String: Any] { ["proof": text, "newCustomer": isNew ? "1" : ""] }
}
