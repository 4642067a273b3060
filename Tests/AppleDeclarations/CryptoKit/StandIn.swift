// SPDX-License-Identifier: Apache-2.0

/// The body of each function here: sources are only compiled with this module, and nothing of it runs.
func onlyCompiled() -> Never { fatalError("These are declarations: only an Apple system has CryptoKit.") }

/// The bytes one after the other, for the types that are sequences.
public struct StandInBytes: IteratorProtocol {
    public mutating func next() -> UInt8? { onlyCompiled() }
}
