// SPDX-License-Identifier: Apache-2.0
import Foundation
package import SignInTesting

/// A demand of the company's directory that comes after a person has signed in; each front must meet each of them.
package enum AccessControl: String, Sendable, CaseIterable {
    /// No proof helps.
    case block
    /// Only managed devices are let in; none is managed here.
    case managedDevice
    case secondFactor
    /// Each sign-in ends after 30 seconds.
    case signInFrequency
    case termsOfUse
    /// An administrator signs the person out everywhere, and Graph demands a token of a later sign-in.
    case revocation

    /// The company's directory in the sample.
    package static let directory = "aldervale.example"

    /// Whether the person can meet the demand on the provider's pages.
    package var canBeMet: Bool { ![.block, .managedDevice].contains(self) }

    /// The number and the advice on the page that refuses the person; `nil` where a page helps.
    package var refusal: (number: String, advice: String)? {
        switch self {
        case .block: ("AADSTS53003", "Ask an administrator")
        case .managedDevice: ("AADSTS53000", "Use another account")
        default: nil
        }
    }

    /// More than the life of a token for Graph of a client that handles challenges.
    package static let tokenLifetime: Duration = .seconds(86_400)

    /// Puts the demand in force at the tenant.
    package func enforce(
        on person: String, at administration: TenantAdministration, in directory: String = directory
    ) async throws {
        if self == .revocation {
            try await administration.send(
                "POST", "directories/\(directory)/people/\(person)/revokeSignInSessions", Data("{}".utf8))
        } else {
            try await administration.take(tenantFile: Data(file(for: directory).utf8))
        }
    }

    private func file(for directory: String) -> String {
        """
        {"version": 1, "conditionalAccessPolicies": [{"id": "6d0a2f5c-8b1e-4c7d-9f3a-1e5b7c9d2f40",
        "directory": "\(directory)", "displayName": "\(rawValue)", \(control)}]}
        """
    }

    private var control: String {
        switch self {
        case .block: #""grantControls": {"builtInControls": ["block"]}"#
        case .managedDevice: #""grantControls": {"builtInControls": ["compliantDevice"]}"#
        case .secondFactor: #""grantControls": {"builtInControls": ["mfa"]}"#
        case .termsOfUse: #""grantControls": {"termsOfUse": ["house-rules"]}"#
        case .signInFrequency: #""sessionControls": {"signInFrequency": {"seconds": 30}}"#
        case .revocation: ""
        }
    }
}
