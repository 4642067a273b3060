// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Inputs that differ in their length alone.
struct ForeignText: Sendable {
    /// The repeated text: characters with a meaning in some format, pieces of them, and combining marks.
    static let units = [
        "a", "&", "<", "\"", "'", "\\", "%", "%26", "/", ".", ",", ";", "=", " ", "\n", "[", "{", "(", "a=b&",
        "\"a\":1,",
        "\\u0041", "\u{301}", "e\u{301}", "\u{1F469}\u{200D}", "''", "''a", "a eq 'b' or ", "--b\r\n",
    ]

    /// An input before it grows.
    let seed: Data
    /// The place of the repeated text in the input.
    let place: Int
    let unit: String

    /// The input with its unit repeated to a length.
    func grown(to length: Int) -> Data {
        let unit = Data(unit.utf8)
        var grown = Data(seed.prefix(place))
        for _ in 0..<max(1, length / unit.count) { grown.append(unit) }
        return grown + seed.dropFirst(place)
    }

    /// Each unit at each place of a seed that parsers come to: its beginning, its end, and inside its longest word.
    ///
    /// A seed of one word has no structure that a place could be in: its beginning stands for all.
    static func all(from seed: Data) -> [ForeignText] {
        let places: Set = seed.allSatisfy(isLetter) ? [0] : [0, seed.count, insideLongestWord(of: seed)]
        return places.sorted().flatMap { place in
            units.map { ForeignText(seed: seed, place: place, unit: $0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    private static func insideLongestWord(of seed: Data) -> Int {
        var (longest, start) = (0..<0, 0)
        for (position, byte) in (seed + [0]).enumerated() {
            guard !isLetter(byte) else { continue }
            if position - start > longest.count { longest = start..<position }
            start = position + 1
        }
        return longest.lowerBound + longest.count / 2
    }
}
