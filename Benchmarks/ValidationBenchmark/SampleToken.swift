// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures

/// An ID token with claims such as Entra ID writes them, and the key set that it is signed for; in files, so that
/// other programs validate the same.
struct SampleToken: Sendable {
    static let issuer = "https://login.example/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"
    static let clientID = "11111111-2222-3333-4444-555555555555"
    static let accessToken = "a"
    /// 32 zero bytes in base64url.
    static let nonce = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    let text: String
    let keys: Data

    /// Makes one that is good for an hour.
    init() throws {
        let key = try JSONWebPrivateKey.generateRSA(keyIdentifier: "kWbkLjNbZ0pGhVXvmJ3Cd0ZfYkU")
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT")
        text = try CompactJWS.sign(Self.claims.utf8, header: header, with: key)
        keys = JSONWebKeySet([key.publicKey]).jsonData
    }

    /// Reads what was written.
    init(in folder: URL) throws {
        text = try String(contentsOf: folder.appending(path: "token"), encoding: .utf8)
        keys = try Data(contentsOf: folder.appending(path: "keys.json"))
    }

    func write(to folder: URL) throws {
        let expected = ["issuer": Self.issuer, "audience": Self.clientID, "nonce": Self.nonce]
        try Data(text.utf8).write(to: folder.appending(path: "token"))
        try keys.write(to: folder.appending(path: "keys.json"))
        try JSONEncoder().encode(expected).write(to: folder.appending(path: "expected.json"))
    }

    private static var claims: String {
        let now = Int(Date().timeIntervalSince1970)
        return """
            {"ver":"2.0","iss":"\(issuer)","sub":"AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",\
            "aud":"\(clientID)","exp":\(now + 3600),"iat":\(now - 300),"nbf":\(now - 300),\
            "name":"Ana Silva","preferred_username":"ana.silva@contoso.example",\
            "oid":"00000000-0000-0000-66f3-3332eca7ea81","tid":"9188040d-6c67-4c5b-b112-36a304b66dad",\
            "nonce":"\(nonce)","at_hash":"\(SignatureAlgorithm.rs256.leftHalfHash(of: accessToken))",\
            "aio":"Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6A",\
            "rh":"0.AXEAjRuT","uti":"4m3xWd1rkEuV0B0bAA"}
            """
    }
}
