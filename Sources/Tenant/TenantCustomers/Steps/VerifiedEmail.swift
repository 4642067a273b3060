// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// An e-mail address that the person at this browser proved; the form carries the proof.
///
/// It is valid for one browser, address, flow and purpose until it expires; the proof for a new password works once.
struct VerifiedEmail: Sendable {
    /// The form field that carries the proof.
    static let field = "verified"

    let email: String
    /// The expiry in seconds since 1970, and a seal.
    let proof: String

    /// Seals an address after its code was right.
    init(_ email: String, _ purpose: EmailProofPurpose, step: UserFlowStep) async throws {
        let end = (step.platform.settings.now() + step.platform.database.lifetimes[.customerEmailProof]).seconds
        self.email = email
        proof = "\(end).\(try await Self.seal(email, purpose, end: end, step: step))"
    }

    /// Reads the address from a form; `nil` if the proof is invalid or expired.
    init?(_ purpose: EmailProofPurpose, of step: UserFlowStep) async throws {
        email = try step.form.line("email")
        proof = try step.form.line(Self.field)
        let parts = proof.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let end = Int(parts[0]), end > step.platform.settings.now().seconds,
            parts[1].isSameSecret(as: try await Self.seal(email, purpose, end: end, step: step))
        else { return nil }
    }

    private static func seal(
        _ email: String, _ purpose: EmailProofPurpose, end: Int, step: UserFlowStep
    ) async throws -> String {
        let place = step.authorize.place
        // The seal includes the old password's hash, so a reset invalidates it. A second sign-up is refused because the
        // address is taken.
        let password =
            purpose == .passwordReset ? try await step.customers.customer(email: email)?.passwordHash : nil
        return step.platform.pages.browserSeal(
            "verified \(end) \(place.flow.addressName) \(purpose.rawValue) \(place.tenant.id) \(password ?? "") "
                + email, request: step.request)
    }
}

/// The purpose for which a customer proves an e-mail address.
enum EmailProofPurpose: String, Sendable {
    case signUp = "sign-up"
    case passwordReset = "reset"

    /// The form field for the purpose, needed if a flow has both.
    static let field = "errand"
}

extension UserFlow {
    /// Whether the flow serves a purpose.
    func admits(_ purpose: EmailProofPurpose) -> Bool {
        switch purpose {
        case .signUp: admitsNewCustomers
        case .passwordReset: kind == .passwordReset || (beginsWithPassword && passwordReset == .embedded)
        }
    }
}
