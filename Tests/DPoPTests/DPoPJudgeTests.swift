// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DPoP

/// The request of RFC 9449 §7.1 with one thing changed, and the check that refuses it.
struct RefusedProof: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: DPoPRefusal.Code
    var fields = [DPoPProofTests.resourceProof]
    var method = "GET"
    var address = "https://resource.example.org/protectedresource"
    var accessToken = DPoPProofTests.accessToken
    var thumbprint = DPoPProofTests.thumbprint
    var age: TimeInterval = 0
    var demandsNonce = false

    init(_ description: String, _ code: DPoPRefusal.Code, _ change: (inout RefusedProof) -> Void) {
        (testDescription, self.code) = (description, code)
        change(&self)
    }

    func proof() throws -> DPoPProof? {
        let target = try #require(DPoPTarget(address))
        let nonces = demandsNonce ? DPoPNonces(key: [7], now: Date(timeIntervalSince1970: 0)) : nil
        return try DPoPJudge(method: method, target: target, accessToken: accessToken, thumbprint: thumbprint).proof(
            in: fields, now: Date(timeIntervalSince1970: 1_562_262_618 + age), nonces: nonces,
            demandsNonce: demandsNonce)
    }
}

@Suite struct DPoPJudgeTests {
    static let refused: [RefusedProof] = [
        RefusedProof("the field is empty", .proofMalformed) { $0.fields = [""] },
        RefusedProof("the field is there twice", .proofMalformed) { $0.fields += $0.fields },
        RefusedProof("two proofs are in one field", .proofMalformed) { $0.fields = ["\($0.fields[0]), x"] },
        RefusedProof("the proof is cut", .proofMalformed) { $0.fields[0].removeLast() },
        RefusedProof("the proof is longer than proofs are", .proofMalformed) {
            $0.fields[0] += String(repeating: "A", count: 4096)
        },
        RefusedProof("the method is another", .methodMismatch) { $0.method = "POST" },
        RefusedProof("the method is in lower case", .methodMismatch) { $0.method = "get" },
        RefusedProof("the scheme is another", .addressMismatch) {
            $0.address = "http://resource.example.org/protectedresource"
        },
        RefusedProof("the host is another", .addressMismatch) {
            $0.address = "https://resource.example.net/protectedresource"
        },
        RefusedProof("the port is another", .addressMismatch) {
            $0.address = "https://resource.example.org:8443/protectedresource"
        },
        RefusedProof("the path is below it", .addressMismatch) { $0.address += "/1" },
        RefusedProof("the path has other capitals", .addressMismatch) {
            $0.address = "https://resource.example.org/ProtectedResource"
        },
        RefusedProof("it is too old", .outOfTime) { $0.age = 301 },
        RefusedProof("it is from the future", .outOfTime) { $0.age = -61 },
        RefusedProof("the token is another", .tokenMismatch) { $0.accessToken += "x" },
        RefusedProof("it names no token", .tokenMismatch) {
            ($0.fields, $0.method, $0.address) = (
                [DPoPProofTests.tokenProof], "POST", "https://server.example.com/token"
            )
        },
        RefusedProof("the token is bound to another key", .keyMismatch) { $0.thumbprint = "another" },
        RefusedProof("a nonce is demanded", .nonceMissing) { $0.demandsNonce = true },
    ]

    @Test(arguments: refused) func `a proof is refused where`(_ row: RefusedProof) {
        let refusal = #expect(throws: DPoPRefusal.self) { try row.proof() }
        #expect(refusal?.code == row.code)
        #expect(refusal?.message.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C } == true)
    }

    static let accepted: [RefusedProof] = [
        RefusedProof("nothing is wrong", .used) { _ in },
        RefusedProof("it is as old as proofs may be", .used) { $0.age = 300 },
        RefusedProof("the clock is as far ahead as it may be", .used) { $0.age = -60 },
        RefusedProof("the address has a query", .used) { $0.address += "?a=b#c" },
        RefusedProof("the host is in capitals, with its usual port", .used) {
            $0.address = "HTTPS://RESOURCE.example.org:443/protectedresource"
        },
        RefusedProof("the path is encoded without need", .used) {
            $0.address = "https://resource.example.org/%70rotectedresource"
        },
    ]

    @Test(arguments: accepted) func `accepts a proof when`(_ row: RefusedProof) throws {
        #expect(try row.proof() != nil)
    }

    @Test func `a request without the field has no proof`() throws {
        #expect(try RefusedProof("", .used) { $0.fields = [] }.proof() == nil)
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example/", true), ("https://a.example/a/../b", "https://a.example/b", true),
        ("https://a.example/a/./b/", "https://a.example/a/b/", true),
        ("https://a.example/a/b/..", "https://a.example/a/", true),
        ("https://a.example/a%2fb", "https://a.example/a%2Fb", true),
        ("https://a.example/a%2Fb", "https://a.example/a/b", false),
        ("https://a.example/a/", "https://a.example/a", false),
        ("https://a.example/a%7", "https://a.example/a", false),
        ("https://[::1]:443/a", "https://[::1]/a", true), ("http://a.example:80/", "http://a.example", true),
        ("http://a.example:443/", "https://a.example", false),
    ])
    func `addresses are compared after normalisation`(_ one: String, _ other: String, _ isSame: Bool) {
        let (one, other) = (DPoPTarget(one), DPoPTarget(other))
        #expect((one == other) == isSame)
        #expect(!isSame || one != nil)
    }

    @Test(arguments: [
        "/token", "", "https:///a", "https://user@a.example/",
        "https://a.example/" + String(repeating: "a", count: 4096),
    ])
    func `rejects an address that is not absolute`(_ text: String) { #expect(DPoPTarget(text) == nil) }

    @Test func `the path of a request is added to the public address`() throws {
        let base = try #require(DPoPTarget("https://api.example.com/tasks/"))
        #expect(base.appending("/items/1?done=true") == DPoPTarget("https://api.example.com/tasks/items/1"))
        #expect(base.appending("/%69tems/../x") == DPoPTarget("https://api.example.com/tasks/x"))
        let root = try #require(DPoPTarget("https://api.example.com"))
        #expect(root.appending("/items") == DPoPTarget("https://api.example.com/items"))
        #expect(root.appending("") == root)
    }
}
