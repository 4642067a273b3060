// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

@Suite struct ScryptTests {
    // RFC 7914 §12
    @Test(arguments: [
        (
            "", "", 16, 1, 1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func `the keys of RFC 7914 are derived`(
        _ password: String, _ salt: String, _ rounds: Int, _ blockSize: Int, _ parallelism: Int, _ key: String
    ) throws {
        let derived = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: Data(salt.utf8), outputByteCount: 64, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism)
        #expect(derived.withUnsafeBytes { $0.hexadecimal } == key)
    }

    /// Made by Python's `hashlib`.
    @Test func `a key may take more memory than the 32 MiB of OpenSSL's own limit`() throws {
        let derived = try KDF.Scrypt.deriveKey(
            from: Data("password".utf8), salt: Data("salt".utf8), outputByteCount: 32, rounds: 1 << 16, blockSize: 8,
            parallelism: 1)
        #expect(
            derived.withUnsafeBytes { $0.hexadecimal }
                == "f9149cac9fa9240968a39045481e3a921d0be9c57016d919d8294d0a33fa3212")
    }

    static let refusals: [(count: Int, rounds: Int, blockSize: Int, parallelism: Int)] = [
        (0, 1024, 8, 1), (-1, 1024, 8, 1), (32, 0, 8, 1), (32, 1, 8, 1), (32, 1023, 8, 1), (32, -1024, 8, 1),
        (32, Int.min, 8, 1), (32, 1024, 0, 1), (32, 1024, -8, 1), (32, 1024, 8, 0), (32, 1024, 8, -1),
        (32, 1024, 8, 1 << 27), (32, 1024, Int.max, 1), (32, 1 << 62, 8, 1), (32, 1 << 16, 1, 1),
    ]

    @Test(arguments: refusals)
    func `other parameters are refused`(_ count: Int, _ rounds: Int, _ blockSize: Int, _ parallelism: Int) {
        #expect(
            refused {
                try KDF.Scrypt.deriveKey(
                    from: Data("password".utf8), salt: Data("salt".utf8), outputByteCount: count, rounds: rounds,
                    blockSize: blockSize, parallelism: parallelism)
            })
    }
}
