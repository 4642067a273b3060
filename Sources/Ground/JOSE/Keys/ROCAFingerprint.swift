// SPDX-License-Identifier: Apache-2.0

/// Finds RSA keys whose private half can be computed from the public one, by the fingerprint of the library that made
/// them.
///
/// A widely used chip library made primes of the form `k · M + (65537^a mod M)`, where `M` is the product of the first
/// primes. Modulo each of these small primes, such a modulus is a power of 65537. Of other moduli one in two hundred
/// million is so.
///
/// CVE-2017-15361, “The Return of Coppersmith's Attack” §2.3
enum ROCAFingerprint {
    /// A small prime, and which remainders modulo it are powers of 65537.
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

    /// The odd primes below 168, which divide `M` for every size of key.
    private static let tests = stride(from: 3, through: 167, by: 2)
        .filter { number in stride(from: 3, to: number, by: 2).allSatisfy { number % $0 != 0 } }
        .map(Test.init)

    /// Whether a modulus, in big-endian order, has the fingerprint.
    static func marks(_ modulus: some Sequence<UInt8>) -> Bool {
        tests.allSatisfy { test in
            test.isPower[modulus.reduce(0) { ($0 << 8 | Int($1)) % test.prime }]
        }
    }
}
