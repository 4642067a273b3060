// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// An e-mail address that the person in this browser proved; the form carries the proof.
///
/// It is valid for one browser, address, flow, and purpose until it expires; the proof for a new password works once.
struct VerifiedEmail: Sendable {
    static let field = "verified"

    let email: String
    /// The expiry in seconds since 1970, and a seal.
    let proof: String

    init(_ email: String, _ purpose: EmailProofPurpose, step: UserFlowStep) async throws {
        let end = (step.platform.settings.now() + step.platform.database.lifetimes[.customerEmailProof]).seconds
        self.email = email
        proof = "\(end).\(try await Self.seal(email, purpose, end: end, step: step))"
    }

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
        // The old password's hash makes a reset invalidate the seal; after a sign-up, the address is taken.
        let password =
            purpose == .passwordReset ? try await step.customers.customer(email: email)?.passwordHash : nil
        return step.platform.pages.browserSeal(
            "verified \(end) \(place.flow.addressName) \(purpose.rawValue) \(place.tenant.id) \(password ?? "") "
                + email, request: step.request)
    }
}

enum EmailProofPurpose: String, Sendable {
    case signUp = "sign-up"
    case passwordReset = "reset"

    /// The form field, needed if a flow has both purposes.
    static let field = "errand"
}

extension UserFlow {
    func admits(_ purpose: EmailProofPurpose) -> Bool {
        switch purpose {
        case .signUp: admitsNewCustomers
        case .passwordReset: kind == .passwordReset || (beginsWithPassword && passwordReset == .embedded)
        }
    }
}
