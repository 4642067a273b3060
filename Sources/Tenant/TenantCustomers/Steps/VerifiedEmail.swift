// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import TenantAuthorization
import TenantDirectory

/// An e-mail address whose owner sits at this browser: the proof travels in the form, and is worth nothing in another
/// browser, for another address, for another flow or errand, or later; the one for a new password works once.
struct VerifiedEmail: Sendable {
    /// The form field that carries the proof.
    static let field = "verified"
    /// How long the page may lie around; the figure is ours.
    static let lifetime: TimeInterval = 3600

    let email: String
    /// The end of its life in seconds since 1970, and a seal.
    let proof: String

    /// Seals an address for which the right code was typed just now.
    init(_ email: String, _ errand: UserFlowErrand, step: UserFlowStep) async throws {
        let end = (step.platform.settings.now() + Self.lifetime).seconds
        self.email = email
        proof = "\(end).\(try await Self.seal(email, errand, end: end, step: step))"
    }

    /// Takes the address out of a form; `nil` if the proof does not hold.
    init?(_ errand: UserFlowErrand, of step: UserFlowStep) async throws {
        email = try step.form.line("email")
        proof = try step.form.line(Self.field)
        let parts = proof.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let end = Int(parts[0]), end > step.platform.settings.now().seconds,
            parts[1].isSameSecret(as: try await Self.seal(email, errand, end: end, step: step))
        else { return nil }
    }

    private static func seal(
        _ email: String, _ errand: UserFlowErrand, end: Int, step: UserFlowStep
    ) async throws -> String {
        let place = step.authorize.place
        // The old password is part of it: with the new one the proof has done its work. A second sign-up is refused
        // because the address is taken.
        let password =
            errand == .passwordReset ? try await step.customers.customer(email: email)?.passwordHash : nil
        return step.platform.pages.browserSeal(
            "verified \(end) \(place.flow.addressName) \(errand.rawValue) \(place.tenant.id) \(password ?? "") "
                + email, request: step.request)
    }
}
