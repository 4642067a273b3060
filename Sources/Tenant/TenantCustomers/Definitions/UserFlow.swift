// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import SQLiteRecords
import TenantDirectory

/// A way for customers to sign up and in; older documentation calls it a policy.
package struct UserFlow: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "userFlow"

    package enum Kind: String, Sendable, Codable {
        case signUp, signIn, signUpOrSignIn, passwordReset, profileEdit
        /// No pages: the app collects the password. RFC 6749 §4.3
        case resourceOwnerPassword = "ropc"
    }

    package enum Service: String, Sendable, Codable {
        case azureADB2C = "b2c"
        case externalID
    }

    /// The effect of “Forgot your password?”.
    package enum PasswordReset: String, Sendable, Codable {
        /// The app gets the error AADB2C90118, and starts another flow for the reset.
        case ownFlow
        case embedded
    }

    package let tenantID: String
    /// As defined, such as `B2C_1_susi`; URLs may use any case.
    package let name: String
    package let kind: Kind
    package var service: Service = .azureADB2C
    /// The assigned apps; only for External ID.
    package var clientIDs: [String] = []
    package var attributes: [CollectedAttribute] = []
    package var claims = Self.usualClaims
    package var secondFactor = FlowSecondFactor()
    package var tokens = FlowTokenSettings()
    package var passwordReset: PasswordReset = .ownFlow
    /// The duration of “Keep me signed in”, 1 to 90; 0 hides the option.
    package var keepSignedInDays = 0
    package var look = PageLook()

    package static let usualClaims = ["oid", "name", "given_name", "family_name", "emails", "newUser"]

    package var addressName: String { name.lowercased() }

    package func isNamed(_ name: String) -> Bool { addressName.isSameSecret(as: name.lowercased()) }

    var beginsWithPassword: Bool { [.signIn, .signUpOrSignIn, .profileEdit].contains(kind) }

    var admitsNewCustomers: Bool { [.signUp, .signUpOrSignIn].contains(kind) }

    private enum CodingKeys: String, CodingKey {
        case tenantID, name, kind, service, attributes, claims, secondFactor, tokens, passwordReset
        case keepSignedInDays, look
        case clientIDs = "clientIds"
    }

    /// The reason that the flow is invalid, for its author; the limits are those of the real service.
    package var problem: String? {
        if name.wholeMatch(of: #/[A-Za-z0-9_.\-]{1,64}/#) == nil {
            return "the name '\(name)' has characters other than letters, digits, '_', '-', and '.', or more than 64"
        }
        if service == .azureADB2C, name.wholeMatch(of: #/(?i)B2C_1A?_.+/#) == nil {
            return "the name '\(name)' does not begin with B2C_1_"
        }
        if !(5...1440).contains(tokens.accessTokenMinutes) { return "accessTokenMinutes is not 5 to 1440" }
        if !(1...90).contains(tokens.refreshTokenDays) { return "refreshTokenDays is not 1 to 90" }
        if !(0...365).contains(tokens.slidingWindowDays) { return "slidingWindowDays is not 0 to 365" }
        if !(0...90).contains(keepSignedInDays) { return "keepSignedInDays is not 0 to 90" }
        return look.problem
    }
}

extension UserFlow {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        name = try values.decode(String.self, forKey: .name)
        kind = try values.decode(Kind.self, forKey: .kind)
        service = try values.decode(.service, or: .azureADB2C)
        clientIDs = try values.decode(.clientIDs, or: [])
        attributes = try values.decode(.attributes, or: [])
        claims = try values.decode(.claims, or: Self.usualClaims)
        secondFactor = try values.decode(.secondFactor, or: FlowSecondFactor())
        tokens = try values.decode(.tokens, or: FlowTokenSettings())
        passwordReset = try values.decode(.passwordReset, or: .ownFlow)
        keepSignedInDays = try values.decode(.keepSignedInDays, or: 0)
        look = try values.decode(.look, or: PageLook())
    }

    package init(tenantID: String, name: String, kind: Kind, change: (inout UserFlow) -> Void) {
        self.init(tenantID: tenantID, name: name, kind: kind)
        change(&self)
    }
}
