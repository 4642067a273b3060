// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@Suite struct JOSEErrorTests {
    static let refusals = Refusal.tokens + Refusal.keys + Refusal.keySets

    @Test(arguments: refusals) func `rejects each corrupted value for its own reason`(_ refusal: Refusal) {
        let error = #expect(throws: JOSEError.self) { try refusal.attempt() }
        #expect(error?.code == refusal.code)
    }

    @Test func `every code has a row`() {
        #expect(Set(Self.refusals.map(\.code)) == Set(JOSEError.Code.allCases))
    }

    @Test func `what is spoiled is good before`() throws {
        try Refusal.parse(RFC8037.token, maximumByteCount: RFC8037.token.utf8.count)
        try Refusal.verify("use", .string("sig"))
        try Refusal.verify("key_ops", .array([.string("verify")]))
        try Refusal.rsa("n", Refusal.odd(bits: 2048))
        try Refusal.rsa("n", Refusal.odd(bits: 8192))
        try Refusal.rsa("e", [0xFF, 0xFF, 0xFF, 0xFF])
        _ = try JSONWebKeySet(jsonData: #"{"keys":[{}]}"#.utf8, maximumByteCount: 13, maximumKeyCount: 1)
    }

    @Test(arguments: JOSEError.Code.allCases) func `every code has a sentence of its own`(_ code: JOSEError.Code) {
        let error = JOSEError(code, member: "kid")
        #expect(error.message.hasSuffix("."))
        #expect(error.message.contains(";"))
        #expect(error.description == "\(code.rawValue): \(error.message)")
        #expect(JOSEError.Code.allCases.filter { JOSEError($0, member: "kid").message == error.message } == [code])
    }

    @Test func `the member at fault is named`() {
        let error = #expect(throws: JOSEError.self) {
            try Refusal.parse(Refusal.token(header: #"{"alg":"EdDSA","kid":1}"#))
        }
        #expect((error?.member, error?.message.contains("\"kid\"")) == ("kid", true))
    }
}

/// A valid value with one defect, and its error code.
struct Refusal: Sendable, CustomTestStringConvertible {
    let code: JOSEError.Code
    let testDescription: String
    let attempt: @Sendable () throws -> Void

    init(_ code: JOSEError.Code, _ description: String, _ attempt: @escaping @Sendable () throws -> Void) {
        self.code = code
        self.testDescription = description
        self.attempt = attempt
    }
}

extension Refusal {
    /// The key of RFC 8037 with one member replaced, removed (`nil`), or added.
    static func octetKey(_ name: String, _ value: JSONValue?) throws -> [UInt8] {
        try spoil(RFC8037.privateKey, name, value)
    }

    static func spoil(_ json: String, _ name: String, _ value: JSONValue?) throws -> [UInt8] {
        var members = try StrictJSON.object(in: json.utf8)
        members[name] = value
        return Array(JSONValue.object(members).text.utf8)
    }

    /// The token of RFC 8037 with another header; the wrong signature is checked last.
    static func token(header: String) -> String {
        let parts = RFC8037.token.split(separator: ".")
        return Base64URL.encode(header.utf8) + "." + parts[1] + "." + parts[2]
    }

    static func parse(
        _ token: String, accepting algorithms: Set<SignatureAlgorithm> = Set(SignatureAlgorithm.allCases),
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) throws { _ = try UnverifiedJWS(token, accepting: algorithms, maximumByteCount: maximumByteCount) }

    /// Verifies the token of RFC 8037 with an invalid key.
    static func verify(_ token: some StringProtocol, _ name: String, _ value: JSONValue?) throws {
        let key = try JSONWebKey(jsonData: octetKey(name, value))
        _ = try UnverifiedJWS(String(token), accepting: [.edDSA]).verified(with: key)
    }

    static func verify(_ name: String, _ value: JSONValue?) throws { try verify(RFC8037.token, name, value) }

    static func verify(_ token: String, with key: String) throws {
        _ = try UnverifiedJWS(token, accepting: Set(SignatureAlgorithm.allCases))
            .verified(with: JSONWebKey(jsonData: key.utf8))
    }

    static func rsa(_ name: String, _ bytes: [UInt8]) throws {
        _ = try JSONWebKey(jsonData: spoil(RFC7515.a2Key, name, .string(Base64URL.encode(bytes))))
    }

    static func odd(bits: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: bits / 8) }
}
