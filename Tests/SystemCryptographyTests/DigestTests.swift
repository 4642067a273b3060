// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import SystemCryptography
import Testing

@Suite struct DigestTests {
    // FIPS 180-4, the example "abc"
    @Test func `the digests of the standard are made`() {
        let abc = Array("abc".utf8)
        #expect(Insecure.SHA1.hash(data: abc).hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            SHA256.hash(data: abc).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            SHA384.hash(data: abc).hexadecimal
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
        #expect(
            SHA512.hash(data: abc).hexadecimal
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        #expect("\(SHA256.hash(data: abc))".hasPrefix("SHA256Digest: ba7816bf"))
    }

    @Test func `bytes in slices and in regions have the digest of the whole`() {
        let whole = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let digest = SHA256.hash(data: whole)
        #expect(SHA256.hash(data: ([0] + whole + [0])[1...1000]) == digest)
        var regions = DispatchData.empty
        for part in stride(from: 0, to: 1000, by: 100) {
            whole[part..<part + 100].withUnsafeBytes { regions.append(DispatchData(bytes: $0)) }
        }
        #expect(regions.regions.count > 1 && SHA256.hash(data: regions) == digest)
        let key = SymmetricKey(data: whole)
        #expect(
            HMAC<SHA256>.authenticationCode(for: regions, using: key)
                == HMAC<SHA256>.authenticationCode(for: whole, using: key))
        #expect(SHA256.hash(data: [UInt8]()) == SHA256.hash(data: Data()))
        #expect(whole.withUnsafeBytes { SHA256.hash(data: $0) } == digest)
    }

    @Test func `a digest is a key of a dictionary`() {
        let keyed = Dictionary(uniqueKeysWithValues: (0..<100).map { (SHA256.hash(data: [UInt8($0)]), $0) })
        #expect(keyed[SHA256.hash(data: [UInt8(7)])] == 7 && keyed[SHA256.hash(data: [UInt8(100)])] == nil)
        #expect(SHA256.hash(data: [UInt8(1)]) != SHA256.hash(data: [UInt8(2)]))
    }
}
