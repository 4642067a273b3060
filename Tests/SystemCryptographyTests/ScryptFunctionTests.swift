// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

/// scrypt in Swift, which only Apple's systems use; OpenSSL's is the oracle.
@Suite struct ScryptFunctionTests {
    /// The vectors of RFC 7914 §12, but for the one that takes a gibibyte.
    @Test(arguments: [
        (
            "", "", 16, 1, 1,
            """
            77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
            fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
            """
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
            """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func `a key in Swift is that of the specification`(
        _ password: String, _ salt: String, _ cost: Int, _ blockSize: Int, _ parallelism: Int, _ expected: String
    ) throws {
        let function = try #require(ScryptFunction(cost: cost, blockSize: blockSize, parallelism: parallelism))
        #expect(function.key(from: Data(password.utf8), salt: Data(salt.utf8), byteCount: 64).hexadecimal == expected)
    }

    @Test(arguments: [(2, 1, 1), (2, 3, 2), (64, 2, 1), (128, 5, 3), (1024, 1, 2), (32_768, 1, 1)])
    func `a key in Swift is that of OpenSSL`(_ cost: Int, _ blockSize: Int, _ parallelism: Int) throws {
        let function = try #require(ScryptFunction(cost: cost, blockSize: blockSize, parallelism: parallelism))
        for byteCount in [1, 31, 32, 33, 100] {
            let (password, salt) = (Data(repeating: 7, count: 3 * byteCount), Data(repeating: 9, count: byteCount))
            let expected = try KDF.Scrypt.deriveKey(
                from: password, salt: salt, outputByteCount: byteCount, rounds: cost, blockSize: blockSize,
                parallelism: parallelism)
            #expect(
                function.key(from: password, salt: salt, byteCount: byteCount) == expected.withUnsafeBytes { Data($0) })
        }
    }

    static let refused: [(cost: Int, blockSize: Int, parallelism: Int)] = [
        (0, 8, 1), (1, 8, 1), (3, 8, 1), (-2, 8, 1), (1 << 16, 1, 1), (2, 0, 1), (2, -1, 1), (2, 1, 0), (2, 1, -1),
        (2, 1, 1 << 30), (2, 1 << 15, 1 << 15), (1 << 40, 1 << 20, 1),
    ]

    @Test(arguments: refused)
    func `parameters that OpenSSL refuses are refused in Swift`(_ cost: Int, _ blockSize: Int, _ parallelism: Int) {
        #expect(ScryptFunction(cost: cost, blockSize: blockSize, parallelism: parallelism) == nil)
        guard cost >= 0, blockSize >= 0, parallelism >= 0, cost < 1 << 40 else { return }
        #expect(throws: CryptographyError.self) {
            try KDF.Scrypt.deriveKey(
                from: Data(), salt: Data(), outputByteCount: 1, rounds: cost, blockSize: blockSize,
                parallelism: parallelism)
        }
    }
}
