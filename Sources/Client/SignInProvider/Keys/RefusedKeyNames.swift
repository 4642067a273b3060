// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

/// The key names that recent fetches did not find, so that one token sent again and again costs one fetch.
///
/// It keeps hashes, so that long names fill no memory, and only the latest few: made-up names push each other out.
struct RefusedKeyNames {
    private let capacity = 64
    private var times: [Int: Date] = [:]
    private var order: [Int] = []

    /// Remembers that the provider had no key for this header.
    mutating func insert(_ header: JWSHeader, now: Date) {
        let name = Self.name(of: header)
        if times.updateValue(now, forKey: name) != nil { order.removeAll { $0 == name } }
        order.append(name)
        if order.count > capacity { times[order.removeFirst()] = nil }
    }

    /// Whether the provider had no key for this header less than `interval` seconds ago.
    func contains(_ header: JWSHeader, within interval: TimeInterval, now: Date) -> Bool {
        guard let time = times[Self.name(of: header)] else { return false }
        return (0..<interval).contains(now.timeIntervalSince(time))
    }

    private static func name(of header: JWSHeader) -> Int {
        var hasher = Hasher()
        hasher.combine(header.keyIdentifier)
        hasher.combine(header.algorithm)
        return hasher.finalize()
    }
}
