// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPMessages

extension TransportResponse {
    /// The time for which the response may be kept from now; zero if it must not be kept, `nil` without a rule.
    ///
    /// A field that cannot be read counts as zero: the server's restriction must not be ignored.
    ///
    /// RFC 9111 §4.2.1, §5.2.2, §5.3
    package func freshness(now: Date) -> Duration? {
        let directives = cacheDirectives
        if directives.contains(where: { ["no-store", "no-cache"].contains($0.name) }) { return .zero }
        let ages = directives.filter { $0.name == "max-age" }.map { Self.seconds($0.value) ?? 0 }
        if let least = ages.min() { return .seconds(max(0, least - age)) }
        guard let expires = head.headerFields[.expires] else { return nil }
        guard let end = HTTPDate.parse(expires, now: now), let start = date(now: now) else { return .zero }
        let lifetime = Int(min(max(end.timeIntervalSince(start), 0), TimeInterval(Self.longest)))
        return .seconds(max(0, lifetime - age))
    }

    /// The server's time when it sent the response. RFC 9110 §6.6.1
    package func date(now: Date) -> Date? { head.headerFields[.date].flatMap { HTTPDate.parse($0, now: now) } }

    /// The time for which caches on the way kept the response. §5.1
    private var age: Int { head.headerFields[.age].flatMap(Self.seconds) ?? 0 }

    private var cacheDirectives: [(name: String, value: String)] {
        (head.headerFields[.cacheControl] ?? "").split(separator: ",").map { directive in
            let halves = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? halves[1].trimming(" \t\"") : ""
            return (halves[0].trimming(" \t").lowercased(), value)
        }
    }

    /// The limit of all times, a year; a number too long to read counts as this.
    static let longest = 366 * 86_400

    static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return min(Int(text) ?? .max, longest)
    }
}

extension StringProtocol {
    fileprivate func trimming(_ characters: String) -> String {
        trimmingCharacters(in: CharacterSet(charactersIn: characters))
    }
}
