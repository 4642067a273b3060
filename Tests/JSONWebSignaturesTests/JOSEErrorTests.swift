// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONWebSignatures
import Testing

@Suite struct JOSEErrorTests {
    static let refusals = Refusal.tokens + Refusal.keys + Refusal.keySets

    @Test(arguments: refusals) func `each spoiled value is refused for its own reason`(_ refusal: Refusal) {
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

    @Test(arguments: JOSEError.Code.allCases) func `every code has a sentence of its own`(
        _ code: JOSEError.Code
    ) {
        let error = JOSEError(code, member: "kid")
        #expect(error.message.hasSuffix("."))
        #expect(error.message.contains(";"))
        #expect(error.description == "\(code.rawValue): \(error.message)")
        #expect(
            JOSEError.Code.allCases.filter { JOSEError($0, member: "kid").message == error.message } == [code]
        )
    }

    @Test func `the member at fault is named`() {
        let error = #expect(throws: JOSEError.self) {
            try Refusal.parse(Refusal.token(header: #"{"alg":"EdDSA","kid":1}"#))
        }
        #expect(error?.member == "kid")
        #expect(error?.message.contains("\"kid\"") == true)
    }
}
