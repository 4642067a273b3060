// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// Proof that a form was shown to a customer after the right password in this run of the flow.
///
/// The session alone is not enough: it may be old, and the app may require the password again.
struct CustomerProof: Sendable {
    /// The form field for the proof.
    static let field = "proof"
    /// The form field that tells whether the customer signed up in this run.
    static let newField = "new"

    let text: String
    /// Whether the customer signed up in this run.
    let isNew: Bool

    /// Makes the proof for the next form.
    init(
        of member: CustomerSessions.Member, isNew: Bool, in authorize: UserFlowRequest, pages: Pages,
        cookie: FormCookie
    ) {
        self.isNew = isNew
        text = pages.seal(
            "\(isNew ? "new" : "known") customer \(member.customer.id) \(member.authenticatedAt.seconds) "
                + authorize.parameters.encoded, cookie: cookie)
    }

    /// Reads it from a form; `nil` if the seal is invalid.
    ///
    /// - Throws: `Refusal` if a field occurs twice.
    init?(in step: UserFlowStep, of member: CustomerSessions.Member) throws {
        self.init(
            of: member, isNew: try step.form.once(Self.newField) == "1", in: step.authorize,
            pages: step.platform.pages, cookie: step.platform.pages.cookie(of: step.request))
        guard text.isSameSecret(as: try step.form.once(Self.field) ?? "") else { return nil }
    }

    /// The values for the template.
    var values: [String: Any] { ["proof": text, "newCustomer": isNew ? "1" : ""] }
}
