// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures

/// Access tokens of many people, with claims such as Entra ID writes them, and forged ones; in files, so that other
/// programs judge the same.
struct SampleTokens {
    static let audience = "11111111-2222-3333-4444-555555555555"
    static let tenantID = "4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11"
    static let customersID = "7d7c3f6e-9f0a-4a57-8c65-0f0f5b2a1c22"
    private static let people = 1000
    /// The servers cache fewer tokens than these, so each request verifies its token again.
    private static let manyTokens = 20_000

    let tokens: [String]
    /// Tokens of the same people, so many that none is remembered when its turn comes again.
    let fresh: [String]
    let forged: [String]
    let keys: Data

    /// Makes tokens that are good for a day; the forged ones are signed with another key of the same name.
    init() throws {
        let name = "kWbkLjNbZ0pGhVXvmJ3Cd0ZfYkU"
        let (key, other) = (
            try JSONWebPrivateKey.generateRSA(keyIdentifier: name),
            try JSONWebPrivateKey.generateRSA(keyIdentifier: name)
        )
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: name, type: "JWT")
        tokens = try (0..<Self.people).map { try CompactJWS.sign(Self.claims($0).utf8, header: header, with: key) }
        fresh = try (0..<Self.manyTokens).map { number in
            try CompactJWS.sign(
                Self.claims(number % Self.people, number: number).utf8, header: header, with: key)
        }
        forged = try (0..<Self.people).map { try CompactJWS.sign(Self.claims($0).utf8, header: header, with: other) }
        keys = JSONWebKeySet([key.publicKey]).jsonData
    }

    func write(to folder: URL) throws {
        try Data(tokens.joined(separator: "\n").utf8).write(to: folder.appending(path: "tokens"))
        try Data(fresh.joined(separator: "\n").utf8).write(to: folder.appending(path: "fresh"))
        try Data(forged.joined(separator: "\n").utf8).write(to: folder.appending(path: "forged"))
        try keys.write(to: folder.appending(path: "keys.json"))
    }

    private static func claims(_ person: Int, number: Int = 0) -> String {
        let now = Int(Date().timeIntervalSince1970)
        let object = "00000000-0000-4000-8000-" + String(100_000_000_000 + person)
        return """
            {"ver":"2.0","iss":"\(SampleProviders.address)/\(tenantID)/v2.0","sub":"AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy\(person)",\
            "aud":"\(audience)","exp":\(now + 86400),"iat":\(now - 300),"nbf":\(now - 300),\
            "azp":"99999999-2222-3333-4444-555555555555","azpacr":"0","scp":"Tasks.ReadWrite","name":"Person \(person)",\
            "preferred_username":"person\(person)@contoso.example","oid":"\(object)","tid":"\(tenantID)",\
            "aio":"Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6A",\
            "rh":"0.AXEAjRuT","uti":"4m3xWd1rkEuV0B\(100_000 + number)"}
            """
    }
}
