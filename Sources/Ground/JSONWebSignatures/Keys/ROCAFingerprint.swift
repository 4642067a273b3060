// SPDX-License-Identifier: Apache-2.0

/// Finds RSA keys of a library with weak primes: an attacker can compute the private key from the public one.
///
/// A widely used chip library made primes `k · M + (65537^a mod M)`, where `M` is the product of the first primes.
/// Modulo each of these small primes, its moduli are powers of 65537. One in two hundred million other moduli also has
/// this fingerprint.
///
/// CVE-2017-15361, “The Return of Coppersmith's Attack” §2.3
enum ROCAFingerprint {
    /// A small prime, with the remainders modulo it that are powers of 65537.
    private struct Test {
        let prime: Int
        let isPower: [Bool]

        init(_ prime: Int) {
            self.prime = prime
            var isPower = [Bool](repeating: false, count: prime)
            var power = 1
            while !isPower[power] {
                isPower[power] = true
                power = power * 65537 % prime
            }
            self.isPower = isPower
        }
    }

    /// The odd primes below 168; they divide `M` for every key size.
    private static let tests = stride(from: 3, through: 167, by: 2)
        .filter { number in stride(from: 3, to: number, by: 2).allSatisfy { number % $0 != 0 } }
        .map(Test.init)

    /// Whether a modulus (big-endian) has the fingerprint.
    static func marks(_ modulus: some Sequence<UInt8>) -> Bool {
        tests.allSatisfy { test in
            test.isPower[modulus.reduce(0) { ($0 << 8 | Int($1)) % test.prime }]
        }
    }
}
