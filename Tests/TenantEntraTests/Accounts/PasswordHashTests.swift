// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TenantDirectory

/// RFC 7914.
@Suite struct PasswordHashTests {
    /// §12, the third vector.
    private static let hash: [UInt8] = [
        0x70, 0x23, 0xBD, 0xCB, 0x3A, 0xFD, 0x73, 0x48, 0x46, 0x1C, 0x06, 0xCD, 0x81, 0xFD, 0x38, 0xEB,
        0xFD, 0xA8, 0xFB, 0xBA, 0x90, 0x4F, 0x8E, 0x3E, 0xA9, 0xB5, 0x43, 0xF6, 0x54, 0x5D, 0xA1, 0xF2,
        0xD5, 0x43, 0x29, 0x55, 0x61, 0x3F, 0x0F, 0xCF, 0x62, 0xD4, 0x97, 0x05, 0x24, 0x2A, 0x9A, 0xF9,
        0xE6, 0x1E, 0x85, 0xDC, 0x0D, 0x65, 0x1E, 0x40, 0xDF, 0xCF, 0x01, 0x7B, 0x45, 0x57, 0x58, 0x87,
    ]

    private static func text(_ hash: [UInt8]) -> String {
        func encoded(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }
        return "$scrypt$ln=14,r=8,p=1$\(encoded(Data("SodiumChloride".utf8)))$\(encoded(Data(hash)))"
    }

    @Test func `the published password fits its hash, and no other does`() async throws {
        #expect(try await PasswordHash.accepts("pleaseletmein", against: Self.text(Self.hash)))
        #expect(try await !PasswordHash.accepts("pleaseletmeiN", against: Self.text(Self.hash)))
        for place in [0, 31, 63] {
            var changed = Self.hash
            changed[place] ^= 1
            #expect(try await !PasswordHash.accepts("pleaseletmein", against: Self.text(changed)), "\(place)")
        }
    }

    @Test(arguments: ["a", "\u{E9}", "e\u{301}"])
    func `a password has at most 256 characters`(_ character: String) async throws {
        for (count, isAccepted) in [(256, true), (257, false)] {
            let password = String(repeating: character, count: count)
            let hash = try await PasswordHash.make(of: password, salt: Array(repeating: 0, count: 16))
            #expect(try await PasswordHash.accepts(password, against: hash) == isAccepted, "\(count)")
        }
    }

    // RFC 8265 §4.2.2
    @Test(arguments: [
        ("Pass\u{E9}-1", "Passe\u{301}-1", true), ("\u{212B}-word-1", "A\u{30A}-word-1", true),
        ("\u{1112}\u{1161}\u{11AB}-word", "\u{D55C}-word", true), ("a\u{A0}b", "a b", true),
        ("a\u{3000}b", "a\u{2003}b", true), ("Pass\u{E9}-1", "Passe-1", false), ("Password", "password", false),
        ("\u{FF41}", "a", false), ("stra\u{DF}e", "strasse", false), ("a b", "a  b", false),
    ])
    func `two keyboards type one password`(_ one: String, _ other: String, _ isOne: Bool) async throws {
        for (made, typed) in [(one, other), (other, one)] {
            let hash = try await PasswordHash.make(of: made, salt: Array(repeating: 0, count: 16))
            #expect(try await PasswordHash.accepts(typed, against: hash) == isOne)
        }
    }

    /// Python's hashlib made this hash of the text as it was typed, as earlier versions did.
    @Test(arguments: [("Passe\u{301}-1", true), ("Pass\u{E9}-1", false), ("Passe-1", false)])
    func `a password hashed without normalization still works`(_ typed: String, _ isAccepted: Bool) async throws {
        let kept = "$scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$beEIUg2RasYebes9+dXTpDCalCXPU8tFsfiO3UQxagU"
        #expect(try await PasswordHash.accepts(typed, against: kept) == isAccepted)
    }

    @Test func `a text that is too long for a password costs no composition`() async throws {
        let text = "a" + String(repeating: "\u{301}\u{323}", count: 100_000)
        let hash = try await PasswordHash.make(of: "a", salt: Array(repeating: 0, count: 16))
        #expect(try await !PasswordHash.accepts(text, against: hash))
        #expect(PasswordText.prepared(text) == nil)
        #expect(PasswordText.prepared(String(repeating: "e\u{301}", count: 1365)) != nil)
        #expect(PasswordText.prepared(String(repeating: "e\u{301}", count: 1366)) == nil)
    }
}
