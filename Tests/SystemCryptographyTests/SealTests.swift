// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
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
                return HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(info.utf8), outputByteCount: count)
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
        #expect(throws: CryptographyError.authenticationFailure) {
            try AES.GCM.open(box, using: key, authenticating: Data())
        }
        #expect(throws: CryptographyError.authenticationFailure) {
            try AES.GCM.open(box, using: SymmetricKey(size: .bits256), authenticating: Data("name".utf8))
        }
        #expect(ERR_peek_error() == 0)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1024, 100_000]) func `content of any length is sealed`(_ count: Int) throws {
        let (key, content) = (SymmetricKey(size: .bits256), Data(repeating: 7, count: count))
        let box = try AES.GCM.seal(content, using: key, authenticating: Data())
        #expect(box.ciphertext.count == count && box.tag.count == 16)
        let copy = try AES.GCM.SealedBox(combined: Array(box.combined ?? Data()))
        #expect(try AES.GCM.open(copy, using: key, authenticating: Data()) == content)
    }

    @Test func `other sizes are refused`() {
        #expect(throws: CryptographyError.invalidSize) {
            let key = SymmetricKey(size: SymmetricKeySize(bitCount: 128))
            return try AES.GCM.seal(Data(), using: key, authenticating: Data())
        }
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.Nonce(data: Data(count: 11)) }
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.SealedBox(combined: Data(count: 27)) }
    }

    @Test func `random keys and nonces differ`() {
        #expect(SymmetricKey(size: .bits256) != SymmetricKey(size: .bits256))
        #expect(Array(AES.GCM.Nonce()) != Array(AES.GCM.Nonce()) && AES.GCM.Nonce().contains { $0 != 0 })
    }

    // McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, test cases 13, 14 and 16
    @Test(arguments: [
        (
            String(repeating: "0", count: 64), String(repeating: "0", count: 24), "", "", "",
            "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        (
            String(repeating: "0", count: 64), String(repeating: "0", count: 24), "", String(repeating: "0", count: 32),
            "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
            "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                + "c5f61e6393ba7a0abcc9f662",
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func `the vectors of the specification are sealed and opened`(
        _ key: String, _ nonce: String, _ data: String, _ content: String, _ ciphertext: String, _ tag: String
    ) throws {
        let key = SymmetricKey(data: bytes(key))
        let box = try AES.GCM.seal(
            bytes(content), using: key, nonce: AES.GCM.Nonce(data: bytes(nonce)), authenticating: bytes(data))
        #expect(box.nonce.hexadecimal == nonce)
        #expect(box.ciphertext.hexadecimal == ciphertext && box.tag.hexadecimal == tag)
        #expect(try AES.GCM.open(box, using: key, authenticating: bytes(data)).hexadecimal == content)
    }

    // OpenSSL counts in 32 bits, and would seal the first 7 bytes of 4 GiB + 7. No byte of these buffers is read.
    @Test(arguments: [Int(Int32.max) + 1, 1 << 32 | 7])
    func `content and data of 2 GiB or more are refused`(_ count: Int) {
        let key = SymmetricKey(size: .bits256)
        let large = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 4096), count: count)
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.seal(large, using: key, authenticating: Data()) }
        #expect(throws: CryptographyError.invalidSize) { try AES.GCM.seal(Data(), using: key, authenticating: large) }
        #expect(throws: CryptographyError.invalidSize) {
            let box = try AES.GCM.seal(Data(), using: key, authenticating: Data())
            _ = try AES.GCM.open(box, using: key, authenticating: large)
        }
        var output: [UInt8] = [0]
        var tag: [UInt8] = [0]
        for seals in [true, false] {
            #expect(tessera_aes_gcm(nil, seals, nil, nil, nil, 0, large.baseAddress, count, &output, &tag) == -1)
            #expect(tessera_aes_gcm(nil, seals, nil, nil, large.baseAddress, count, nil, 0, &output, &tag) == -1)
        }
    }

    @Test func `decrypting changed content returns no plaintext`() throws {
        let key = [UInt8](repeating: 7, count: 32)
        let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
        defer { EVP_CIPHER_free(cipher) }
        let box = try AES.GCM.seal(Data("content".utf8), using: SymmetricKey(data: key), authenticating: Data())
        var content = [UInt8](repeating: 0xFF, count: 7)
        var tag = Array(box.tag)
        func open(by cipher: OpaquePointer?) -> Int32 {
            tessera_aes_gcm(cipher, false, key, Array(box.nonce), nil, 0, Array(box.ciphertext), 7, &content, &tag)
        }
        let zeros = [UInt8](repeating: 0, count: 7)
        #expect(open(by: cipher) == 1 && content == Array("content".utf8))
        tag[0] ^= 1
        #expect(open(by: cipher) == 0 && content == zeros && ERR_peek_error() == 0)
        // OpenSSL fails before it has read anything, as without memory: that is no other tag.
        content[0] = 1
        #expect(open(by: nil) == -1 && content == zeros && ERR_peek_error() == 0)
    }

    @Test func `a key shows none of its bytes, and compares all of them`() {
        // Several bytes: the address of the key's memory holds any one of them by chance.
        let shown = SymmetricKey(data: [0xA5, 0xB6, 0xC7, 0xD8] as [UInt8])
        for text in ["\(shown)", String(reflecting: shown)] {
            #expect(!text.contains("165, 182") && !text.lowercased().contains("a5b6c7d8"))
        }
        let key = SymmetricKey(data: [0xA5, 0xB6] as [UInt8])
        #expect(key == SymmetricKey(data: [0xA5, 0xB6] as [UInt8]) && key.bitCount == 16)
        for other: [UInt8] in [[], [0xA5], [0xA5, 0xB7], [0xA4, 0xB6], [0xA5, 0xB6, 0]] {
            #expect(key != SymmetricKey(data: other))
        }
        #expect(SymmetricKey(data: Data()) == SymmetricKey(data: [UInt8]()))
    }
}
