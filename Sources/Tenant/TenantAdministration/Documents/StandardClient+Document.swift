// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth
import TenantDirectory
import TenantStandard

/// Names of RFC 7591 §2, OpenID Connect Dynamic Client Registration §2, Back-Channel Logout §2.2, RFC 9126 §6 and RFC
/// 9449 §5.2, and names of our own in the same style.
extension StandardClient {
    /// Reads a client; errors are recorded in the object.
    init(reading object: inout DocumentObject) {
        let id = object.requiredText("client_id")
        var metadata = ClientMetadata(name: object.text("client_name") ?? id)
        metadata.readAddresses(&object)
        metadata.readPermissions(&object)
        metadata.readTokens(&object)
        let secret = object.text("client_secret")
        let hash = object.text("client_secret_hash", as: "a SHA-256 in Base64url, as exports hold it") { text in
            text.wholeMatch(of: #/[A-Za-z0-9_\-]{43}/#) != nil
        }
        if secret != nil, hash != nil {
            object.complain("client_secret_hash", "Give the secret or its hash, not both.", .conflict)
        }
        self.init(id: id, metadata: metadata, secretHash: secret.map(SecretHash.of) ?? hash)
        judge(&object)
    }

    /// Records contradictory members in the object.
    private func judge(_ object: inout DocumentObject) {
        let methods = metadata.authenticationMethods
        let needsSecret = !methods.isDisjoint(with: [.secretBasic, .secretPost])
        if needsSecret, secretHash == nil {
            object.complain("client_secret", "A client that proves itself by a secret needs one.", .conflict)
        }
        if !needsSecret, secretHash != nil {
            let name = object.has("client_secret") ? "client_secret" : "client_secret_hash"
            object.complain(
                name,
                "No method of this client takes a secret; take it away, or name 'client_secret_basic' or "
                    + "'client_secret_post' as token_endpoint_auth_method.", .conflict)
        }
        if methods.contains(.privateKey), metadata.keySet == nil {
            object.complain("jwks", "A client that proves itself by a key needs the public half here.", .conflict)
        }
        if methods.isEmpty || methods.contains(.none) && methods.count > 1 {
            object.complain(
                "token_endpoint_auth_methods", "Name 'none' alone, or one or more of the other methods.", .conflict)
        }
    }

    /// The client as a tenant file contains it.
    var fileObject: JSONValue {
        var members = DocumentMembers(for: .file)
        members.add("client_id", id)
        members.add("client_secret_hash", secretHash)
        metadata.write(to: &members)
        return members.object
    }
}
