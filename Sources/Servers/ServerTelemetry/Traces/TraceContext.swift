// SPDX-License-Identifier: Apache-2.0

package import HTTPMessages
import PortableFoundation

/// The position of a request in a trace, propagated in two header fields. W3C Trace Context
package struct TraceContext: Sendable, Hashable {
    /// 32 lowercase hexadecimal digits, not all zero.
    package let traceID: String
    /// The span of the caller: 16 lowercase hexadecimal digits, not all zero.
    package let spanID: String
    /// Whether the caller may have recorded its span.
    package let isSampled: Bool
    package let state: String?

    init(traceID: String, spanID: String, isSampled: Bool, state: String? = nil) {
        (self.traceID, self.spanID, self.isSampled, self.state) = (traceID, spanID, isSampled, state)
    }

    /// An invalid `tracestate` is ignored alone, as §3.3.1.5 requires.
    package init(parents: [String], states: [String] = []) throws(Refusal) {
        guard let parent = parents.first else { throw .missing }
        guard parents.count == 1 else { throw .repeated }
        let bytes = Array(parent.utf8)
        guard bytes.count >= 55 else { throw .lengthWrong }
        guard bytes[2] == dash, bytes[35] == dash, bytes[52] == dash else { throw .malformed }
        guard Self.isHexadecimal(bytes[0..<2]), bytes[0..<2] != [f, f] else { throw .versionInvalid }
        // A later version may append fields, each after a dash.
        guard bytes.count == 55 || (bytes[0..<2] != [zero, zero] && bytes[55] == dash) else { throw .lengthWrong }
        guard Self.isHexadecimal(bytes[3..<35]), bytes[3..<35].contains(where: { $0 != zero }) else {
            throw .traceIDInvalid
        }
        guard Self.isHexadecimal(bytes[36..<52]), bytes[36..<52].contains(where: { $0 != zero }) else {
            throw .parentIDInvalid
        }
        guard Self.isHexadecimal(bytes[53..<55]),
            let flags = UInt8(String(decoding: bytes[53..<55], as: UTF8.self), radix: 16)
        else { throw .flagsInvalid }
        traceID = String(decoding: bytes[3..<35], as: UTF8.self)
        spanID = String(decoding: bytes[36..<52], as: UTF8.self)
        isSampled = flags & 1 == 1
        state = TraceState(states)?.text
    }

    package var parent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    package enum Refusal: Error, Sendable, CaseIterable {
        case missing
        case repeated
        case lengthWrong
        case malformed
        /// The version is not a lowercase hexadecimal number, or is `ff`.
        case versionInvalid
        case traceIDInvalid
        case parentIDInvalid
        case flagsInvalid
    }

    private static func isHexadecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...f).contains($0) }
    }
}

private let dash = UInt8(ascii: "-")
private let zero = UInt8(ascii: "0")
private let f = UInt8(ascii: "f")

/// The entries of other tracers in `tracestate`. W3C Trace Context §3.3
struct TraceState: Equatable {
    let text: String

    /// Returns `nil` if an entry is invalid, repeated or beyond the 32nd, or if there are none.
    init?(_ values: [String]) {
        var keys = Set<Substring>()
        var members: [Substring] = []
        for value in values {
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let member = part.trimmed { $0 == " " || $0 == "\t" }[...]
                if member.isEmpty { continue }
                guard let separator = member.firstIndex(of: "="), Self.isKey(member[..<separator]),
                    Self.isValue(member[member.index(after: separator)...]),
                    keys.insert(member[..<separator]).inserted, keys.count <= 32
                else { return nil }
                members.append(member)
            }
        }
        guard !members.isEmpty else { return nil }
        text = members.joined(separator: ",")
        // §3.3.1.5 requires at least 512; other servers may reject requests with longer fields.
        guard text.utf8.count <= 4096 else { return nil }
    }

    private static func isKey(_ key: Substring) -> Bool {
        guard let first = key.utf8.first, key.utf8.count <= 256 else { return false }
        let isSystem = lowercase.contains(first) || (digits.contains(first) && key.contains("@"))
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        guard isSystem, parts.count <= 2 else { return false }
        if parts.count == 2 {
            guard (1...241).contains(parts[0].utf8.count), (1...14).contains(parts[1].utf8.count),
                let start = parts[1].utf8.first, lowercase.contains(start)
            else { return false }
        }
        return parts.allSatisfy { part in
            part.utf8.allSatisfy { lowercase.contains($0) || digits.contains($0) || "_-*/".utf8.contains($0) }
        }
    }

    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count) && value.last != " "
            && value.utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "=") }
    }

    private static let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}

extension HTTPFields {
    package var traceContext: TraceContext? {
        get {
            let parents = self[values: .traceParent]
            return parents.isEmpty ? nil : try? TraceContext(parents: parents, states: self[values: .traceState])
        }
        set {
            self[.traceParent] = newValue?.parent
            self[.traceState] = newValue?.state
        }
    }
}

extension HTTPField.Name {
    fileprivate static let traceParent = Self(token: "traceparent")
    fileprivate static let traceState = Self(token: "tracestate")
}
