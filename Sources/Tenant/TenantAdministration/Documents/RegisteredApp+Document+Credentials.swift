// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantDirectory

extension PasswordCredential {
    /// The secret's ID in the API, from which the secret cannot be computed.
    var keyID: String { String(secretHash.prefix(16)) }
}

extension RegisteredApp {
    func writeCredentials(to members: inout DocumentMembers) {
        members.add("passwordCredentials", passwordCredentials) { object, credential in
            object.addHash("secretHash", credential.secretHash)
            if object.audience == .program { object.add("keyId", credential.keyID) }
            object.add("endDateTime", credential.endsAt)
        }
        members.add("keyCredentials", keyCredentials) { object, credential in
            object.add("certificate", credential.certificate)
            object.add("jwk", credential.key.flatMap(Self.object) ?? .null)
            object.add("endDateTime", credential.endsAt)
        }
        members.add("federatedIdentityCredentials", federatedIdentityCredentials) { object, credential in
            object.add("issuer", credential.issuer)
            object.add("subject", credential.subject)
            object.add("audiences", [credential.audience])
            object.add("jwks", credential.keySet.flatMap(Self.object) ?? .null)
        }
    }

    static func passwords(in object: inout DocumentObject, current: RegisteredApp?) -> [PasswordCredential] {
        guard object.has("passwordCredentials") else {
            _ = object.take("passwordCredentials")
            return current?.passwordCredentials ?? []
        }
        return object.objects("passwordCredentials") { credential in
            let (secret, hash) = (credential.text("secretText"), credential.text("secretHash"))
            let keyID = credential.text("keyId")
            let endsAt = credential.date("endDateTime")
            guard [secret, hash, keyID].count(where: { $0 != nil }) == 1 else {
                credential.complain(
                    nil,
                    "Give one of 'secretText' (clear text), 'secretHash' (from an export), or 'keyId' (to keep one).",
                    .conflict)
                return PasswordCredential(secret: "", endsAt: nil)
            }
            if let secret {
                if secret.unicodeScalars.count < 8 {
                    credential.complain("secretText", "A secret must have at least 8 characters.")
                }
                return PasswordCredential(secret: secret, endsAt: endsAt)
            }
            if let kept = current?.passwordCredentials.first(where: { $0.keyID == keyID }) {
                return PasswordCredential(secretHash: kept.secretHash, endsAt: endsAt)
            }
            if let keyID {
                credential.complain("keyId", "The app has no secret '\(keyID.prefix(40))'; remove it.", .conflict)
            }
            if let hash, hash.wholeMatch(of: #/[A-Za-z0-9_\-]{43}/#) == nil {
                credential.complain("secretHash", "This must be a SHA-256 in Base64url, as in exports.")
            }
            return PasswordCredential(secretHash: hash ?? "", endsAt: endsAt)
        }
    }

    static func keys(in object: inout DocumentObject) -> [KeyCredential] {
        object.objects("keyCredentials") { credential in
            let certificate = credential.certificate()
            let key = credential.json("jwk")
            if (certificate == nil) == (key == nil), credential.problems.isEmpty {
                credential.complain(nil, "Give either 'certificate' (PEM, or DER in Base64) or 'jwk'.", .conflict)
            }
            return KeyCredential(certificate: certificate, key: key, endsAt: credential.date("endDateTime"))
        }
    }

    static func federations(in object: inout DocumentObject) -> [FederatedIdentityCredential] {
        object.objects("federatedIdentityCredentials") { credential in
            let audiences = credential.texts("audiences")
            if audiences.count > 1 { credential.complain("audiences", "Only one is allowed.") }
            return FederatedIdentityCredential(
                issuer: credential.requiredText("issuer", maximum: 2048), subject: credential.requiredText("subject"),
                audience: audiences.first ?? "api://AzureADTokenExchange", keySet: credential.json("jwks"))
        }
    }

    private static func object(_ json: String) -> JSONValue? {
        (try? StrictJSON.object(in: json.utf8)).map(JSONValue.object)
    }
}

extension DocumentObject {
    fileprivate mutating func json(_ name: String) -> String? {
        guard let value = take(name) else { return nil }
        guard let object = value.object else {
            complain(name, "This must be an object.")
            return nil
        }
        let keys = [object] + (object["keys"]?.array ?? []).compactMap(\.object)
        guard keys.allSatisfy({ JSONWebKey.secretMembers.isDisjoint(with: $0.keys) }) else {
            complain(
                name, "This contains private or symmetric key members, such as 'd' or 'k'; give only the public key.")
            return nil
        }
        return value.text
    }

    fileprivate mutating func certificate() -> String? {
        guard let value = take("certificate") else { return nil }
        let lines = value.string?.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") } ?? []
        let text = lines.joined().filter { !$0.isWhitespace }
        guard let der = Data(base64Encoded: text), der.first == 0x30, (64...16_384).contains(der.count) else {
            complain("certificate", "This must be a certificate: PEM, or DER in Base64.")
            return nil
        }
        return text
    }
}
