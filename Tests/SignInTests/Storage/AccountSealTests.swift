// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SystemCryptography

@testable import SignIn

@Suite struct AccountSealTests {
    /// Sealed by the documentation alone, with another library.
    private struct Vector: Decodable {
        let key: String
        let group: String?
        let nonce: String
        let account: String
        let file: String
        let content: String
        let sealed: Data

        static func all() throws -> [Vector] {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Vectors/sealed-accounts.json")
            return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        }
    }

    private static let seal = AccountSeal(SealingKey(random: .system))
    private static let name = seal.name(of: Account.ID(rawValue: "account"))

    @Test func `a file that another program sealed opens, and is sealed again to the same bytes`() throws {
        for vector in try Vector.all() {
            let seal = AccountSeal(try #require(SealingKey(vector.key)), group: vector.group.flatMap(AccountGroup.init))
            let id = Account.ID(rawValue: vector.account)
            let name = seal.name(of: id)
            #expect(name.sealed == vector.file)
            let content = try seal.open(vector.sealed, as: name)
            #expect(String(decoding: content, as: UTF8.self) == vector.content)
            let record = try AccountRecord(content: content)
            #expect((record.id, record.generation) == (id, 7))
            let nonce = try AES.GCM.Nonce(data: Data(100..<112))
            #expect(Data(nonce).hexadecimal == vector.nonce)
            #expect(try seal.seal(content, as: name, nonce: nonce) == vector.sealed)
        }
        #expect(try Vector.all().map(\.group) == [nil, "com.example.täsks"])
    }

    @Test func `data encrypted for one group cannot be decrypted for another group or without one`() throws {
        let key = SealingKey(random: .system)
        let groups = [nil, AccountGroup("tasks"), AccountGroup("people")]
        let id = Account.ID(rawValue: "account")
        for sealing in groups {
            let seal = AccountSeal(key, group: sealing)
            let sealed = try seal.seal(Data("content".utf8), as: seal.name(of: id))
            for opening in groups where opening != sealing {
                let other = AccountSeal(key, group: opening)
                #expect(other.name(of: id) != seal.name(of: id))
                #expect(throws: BrokenSeal.otherKey) { try other.open(sealed, as: seal.name(of: id)) }
                let claimed = sealed.prefix(5) + other.keyID + sealed.dropFirst(13)
                #expect(throws: BrokenSeal.damaged) { try other.open(claimed, as: seal.name(of: id)) }
            }
        }
    }

    @Test func `no two seals of one content are alike`() throws {
        let content = Data("content".utf8)
        #expect(try Self.seal.seal(content, as: Self.name) != Self.seal.seal(content, as: Self.name))
    }

    /// A sealed file with one defect per row.
    private static let spoilt: [(what: String, spoil: @Sendable (inout Data) -> Void, BrokenSeal)] = [
        ("nothing in it", { $0 = Data() }, .damaged),
        ("cut in the header", { $0 = $0.prefix(12) }, .damaged),
        ("cut in the nonce", { $0 = $0.prefix(20) }, .damaged),
        ("cut in the tag", { $0 = $0.dropLast() }, .damaged),
        ("longer", { $0.append(0) }, .damaged),
        ("another mark", { $0[0] ^= 1 }, .damaged),
        ("an earlier version", { $0[4] = 0 }, .damaged),
        ("a later version", { $0[4] = 2 }, .laterVersion),
        (
            "an earlier version, and another key",
            {
                $0[4] = 0
                $0[5] ^= 1
            }, .damaged
        ),
        ("another key", { $0[5] ^= 1 }, .otherKey),
        ("another nonce", { $0[13] ^= 1 }, .damaged),
        ("another content", { $0[25] ^= 1 }, .damaged),
        ("another tag", { $0[$0.count - 1] ^= 1 }, .damaged),
    ]

    @Test(arguments: spoilt.indices) func `corrupted data fails to decrypt`(_ row: Int) throws {
        let (what, spoil, expected) = Self.spoilt[row]
        var sealed = try Self.seal.seal(Data("content".utf8), as: Self.name)
        #expect(try Self.seal.open(sealed, as: Self.name) == Data("content".utf8))
        spoil(&sealed)
        #expect(throws: expected, "\(what)") { try Self.seal.open(sealed, as: Self.name) }
    }

    @Test func `an empty content opens, and nothing shorter`() throws {
        let sealed = try Self.seal.seal(Data(), as: Self.name)
        #expect(try Self.seal.open(sealed, as: Self.name).isEmpty)
        #expect(throws: BrokenSeal.damaged) { try Self.seal.open(sealed.dropLast(), as: Self.name) }
    }

    @Test func `each byte counts`() throws {
        let sealed = try Self.seal.seal(Data("content".utf8), as: Self.name)
        for place in sealed.indices {
            for bit in 0..<8 {
                var spoiled = sealed
                spoiled[place] ^= 1 << bit
                let expected: BrokenSeal =
                    switch place {
                    case 4: spoiled[place] == 0 ? .damaged : .laterVersion
                    case 5..<13: .otherKey
                    default: .damaged
                    }
                #expect(throws: expected, "bit \(bit) of byte \(place)") { try Self.seal.open(spoiled, as: Self.name) }
            }
        }
    }

    @Test func `another name, another key and another version bind the content`() throws {
        let sealed = try Self.seal.seal(Data("content".utf8), as: Self.name)
        #expect(throws: BrokenSeal.damaged) {
            try Self.seal.open(sealed, as: Self.seal.name(of: Account.ID(rawValue: "other")))
        }
        let other = AccountSeal(SealingKey(random: .system))
        #expect(throws: BrokenSeal.otherKey) { try other.open(sealed, as: Self.name) }
        // Another key's id in the header does not decrypt the content.
        let claimed = sealed.prefix(5) + other.keyID + sealed.dropFirst(13)
        #expect(throws: BrokenSeal.damaged) { try other.open(claimed, as: Self.name) }
    }

    @Test func `a file name depends on the key, and does not reveal the account`() {
        let id = Account.ID(rawValue: "account")
        let other = AccountSeal(SealingKey(random: .system))
        #expect(other.name(of: id) != Self.name)
        #expect(other.keyID != Self.seal.keyID)
        #expect(Self.name.stem.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
        #expect(Self.seal.name(of: Account.ID(rawValue: "accoun")) != Self.name)
    }
}
