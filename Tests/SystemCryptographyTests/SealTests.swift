// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

@Suite struct SealTests {
    /// Sealed accounts of the project, which Python's `cryptography` made.
    private struct Vector: Decodable {
        let key: String, group: String?, nonce: String, account: String, file: String, content: String, sealed: Data
    }

    @Test func `a file that another program sealed opens, and is sealed again to the same bytes`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "sealed-accounts.json")
        for vector in try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file)) {
            let secret = SymmetricKey(data: Data(0..<32))
            func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
                let info = vector.group.map { "\(purpose)\n\($0)" } ?? purpose
                return HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: secret, info: Data(info.utf8), outputByteCount: count)
            }
            let code = HMAC<SHA256>.authenticationCode(
                for: Data(vector.account.utf8), using: derived("tessera account name", 32))
            #expect(code.prefix(16).hexadecimal + ".sealed" == vector.file)
            let head = Data("TSRA".utf8) + [1] + derived("tessera account key id", 8).withUnsafeBytes { Data($0) }
            #expect(vector.sealed.starts(with: head))
            let key = derived("tessera account encryption", 32)
            let box = try AES.GCM.SealedBox(combined: vector.sealed[head.count...])
            let content = try AES.GCM.open(box, using: key, authenticating: head + Data(vector.file.utf8))
            #expect(String(decoding: content, as: UTF8.self) == vector.content)
            let nonce = try AES.GCM.Nonce(data: Data(100..<112))
            let again = try AES.GCM.seal(
                content, using: key, nonce: nonce, authenticating: head + Data(vector.file.utf8))
            #expect(head + Data(again.nonce) + again.ciphertext + again.tag == vector.sealed)
        }
    }

    @Test func `no bit of a box, of its key or of the data beside it can be changed`() throws {
        let key = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(Data("content".utf8), using: key, authenticating: Data("name".utf8))
        let combined = try #require(box.combined)
        #expect(combined.count == 12 + 7 + 16)
        for bit in 0..<combined.count * 8 {
            var changed = combined
            changed[bit / 8] ^= 1 << (bit % 8)
            let other = try AES.GCM.SealedBox(combined: changed)
            #expect(throws: CryptographyError.authenticationFailure) {
                try AES.GCM.open(other, using: key, authenticating: Data("name".utf8))
            }
        }
        #expect(throws: CryptographyError.authenticationFailure) { try AES.GCM.open(box, using: key) }
        #expect(throws: CryptographyError.authenticationFailure) {
            try AES.GCM.open(box, using: SymmetricKey(size: .bits256), authenticating: Data("name".utf8))
        }
        #expect(!Runtime.hasPendingError)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1024, 100_000]) func `content of any length is sealed`(_ count: Int) throws {
        let (key, content) = (SymmetricKey(size: .bits256), Data(repeating: 7, count: count))
        let box = try AES.GCM.seal(content, using: key)
        #expect(box.ciphertext.count == count && box.tag.count == 16)
        #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: Array(box.combined ?? Data())), using: key) == content)
    }

    @Test func `other sizes are refused`() {
        #expect(throws: CryptographyError.invalidSize) {
            try AES.GCM.seal(Data(), using: SymmetricKey(size: SymmetricKeySize(bitCount: 128)))
        }
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.Nonce(data: Data(count: 11)) }
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.SealedBox(combined: Data(count: 27)) }
    }

    @Test func `random keys and nonces differ`() {
        #expect(SymmetricKey(size: .bits256) != SymmetricKey(size: .bits256))
        #expect(Array(AES.GCM.Nonce()) != Array(AES.GCM.Nonce()) && AES.GCM.Nonce().contains { $0 != 0 })
    }
}
