// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation

package struct AppRole: Sendable, Hashable, Codable {
    package enum MemberType: String, Sendable, Codable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    /// The value in the `roles` claim of tokens.
    package let value: String
    package let displayName: String
    package var allowedMemberTypes: [MemberType] = [.user]

    package init(value: String, displayName: String, allowedMemberTypes: [MemberType] = [.user]) {
        (self.value, self.displayName, self.allowedMemberTypes) = (value, displayName, allowedMemberTypes)
    }
}

package struct AppRoleAssignment: Sendable, Hashable, Codable {
    /// The ID of a person or a group, or a client ID.
    package let principalID: String
    package var role: String?

    package init(principalID: String, role: String? = nil) { (self.principalID, self.role) = (principalID, role) }
}

extension RegisteredApp {
    package var audience: String {
        guard accessTokenVersion != 2, id != Self.graphID, !optionalClaims.accessToken.contains("aud") else {
            return id
        }
        return identifierURI ?? id
    }

    package func roles(of principalIDs: Set<String>, as type: AppRole.MemberType) -> [String] {
        let assigned = Set(appRoleAssignments.filter { principalIDs.contains($0.principalID) }.compactMap(\.role))
        return appRoles.filter { $0.allowedMemberTypes.contains(type) && assigned.contains($0.value) }.map(\.value)
    }

    package func roles(ofApp client: RegisteredApp, in tenant: Tenant) -> [String] {
        let prefix = "\(id)/"
        // An administrator of the app's directory decides for that directory only.
        let permissions = tenant.id == client.tenantID ? client.assignedRoles.filter { $0.hasPrefix(prefix) } : []
        let names = permissions.map { String($0.dropFirst(prefix.count)) }
        return names + roles(of: [client.id], as: .application).filter { !names.contains($0) }
    }

    package func isAssigned(_ principalIDs: Set<String>) -> Bool {
        appRoleAssignments.contains { principalIDs.contains($0.principalID) }
    }

    /// Whether the app has no credential. RFC 6749 §2.1
    package var isPublic: Bool {
        passwordCredentials.isEmpty && keyCredentials.isEmpty && federatedIdentityCredentials.isEmpty
    }

    /// Also finds an expired credential.
    package func credential(of secret: String) -> PasswordCredential? {
        passwordCredentials.first { $0.accepts(secret) }
    }
}

package struct PasswordCredential: Sendable, Hashable, Codable {
    package let secretHash: String
    package var endsAt: Date?

    package init(secret: String, endsAt: Date? = nil) {
        secretHash = SecretHash.of(secret)
        self.endsAt = endsAt
    }

    package init(secretHash: String, endsAt: Date? = nil) { (self.secretHash, self.endsAt) = (secretHash, endsAt) }

    func accepts(_ secret: String) -> Bool { secretHash.isSameSecret(as: SecretHash.of(secret)) }
}

/// The public half of a key that signs an app's assertions. RFC 7523 §2.2
package struct KeyCredential: Sendable, Hashable, Codable {
    /// DER in Base64; a credential has either a certificate or a key.
    package var certificate: String?
    /// A JWK.
    package var key: String?
    /// `nil` means the certificate's own expiry, or never.
    package var endsAt: Date?

    package init(certificate: String? = nil, key: String? = nil, endsAt: Date? = nil) {
        (self.certificate, self.key, self.endsAt) = (certificate, key, endsAt)
    }
}

/// Tokens of another issuer that an app may present instead of a secret.
package struct FederatedIdentityCredential: Sendable, Hashable, Codable {
    /// The required `iss`, compared character by character.
    package let issuer: String
    package let subject: String
    package var audience = "api://AzureADTokenExchange"
    /// A JWK set; `nil` if the tenant fetches it from the issuer.
    package var keySet: String?

    package init(
        issuer: String, subject: String, audience: String = "api://AzureADTokenExchange", keySet: String? = nil
    ) {
        (self.issuer, self.subject, self.audience, self.keySet) = (issuer, subject, audience, keySet)
    }
}
