// SPDX-License-Identifier: Apache-2.0

/// Reads one `WWW-Authenticate` field from left to right, in linear time.
///
/// After a comma, a name with an equals sign continues the challenge; a name with a space or at the end begins the
/// next.
///
/// RFC 9110 §11.2, §11.6.1
struct ChallengeParser {
    static let maximumByteCount = 65_536

    private let bytes: [UInt8]
    private var place = 0
    private var done: [AuthenticationChallenge] = []
    private var open: OpenChallenge?

    /// The challenge whose parameters are being read.
    private struct OpenChallenge {
        let scheme: String
        var token68: String?
        var parameters: [String: String] = [:]
        var repeated: Set<String> = []
        var tolerances: Set<AuthenticationChallenge.Tolerance> = []
        /// Whether a space stands behind the scheme, as it must before parameters.
        var hasSpace = false

        var challenge: AuthenticationChallenge {
            AuthenticationChallenge(
                scheme, token68: token68, parameters: parameters.filter { !repeated.contains($0.key) },
                tolerances: tolerances)
        }
    }

    init(_ field: String) { bytes = Array(field.utf8) }

    /// The complete challenges; a part that breaks the grammar removes the challenge that it belongs to.
    mutating func challenges() -> [AuthenticationChallenge] {
        while true {
            skip { $0 == .comma || $0.isBlank }
            guard place < bytes.count else { break }
            guard readElement() else {
                open = nil
                break
            }
            skip(\.isBlank)
            // Elements of a list are parted by commas.
            guard place == bytes.count || bytes[place] == .comma else {
                open = nil
                break
            }
        }
        close()
        return done
    }

    /// Reads a parameter of the open challenge, or the beginning of the next one.
    ///
    /// - Returns: Whether it follows the grammar.
    private mutating func readElement() -> Bool {
        guard let name = readToken() else { return false }
        let end = place
        skip(\.isBlank)
        if open != nil, place < bytes.count, bytes[place] == .equals {
            if open?.hasSpace == false { open?.tolerances.insert(.commaAfterScheme) }
            return readValue(of: name)
        }
        close()
        open = OpenChallenge(scheme: name, hasSpace: place > end)
        guard place > end, place < bytes.count, bytes[place] != .comma else { return true }
        if let token68 = readToken68() {
            open?.token68 = token68
            return true
        }
        guard let parameter = readToken() else { return false }
        skip(\.isBlank)
        return readValue(of: parameter)
    }

    /// Reads the equals sign and the value of a parameter.
    private mutating func readValue(of name: String) -> Bool {
        guard open?.token68 == nil, place < bytes.count, bytes[place] == .equals else { return false }
        place += 1
        skip(\.isBlank)
        guard let value = place < bytes.count && bytes[place] == .quote ? readQuoted() : readUnquoted() else {
            return false
        }
        let key = name.lowercased()
        if open?.parameters.updateValue(value, forKey: key) != nil { open?.repeated.insert(key) }
        return true
    }

    private mutating func readQuoted() -> String? {
        place += 1
        var value: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case .quote: return String(validating: value, as: UTF8.self)
            case .backslash:
                guard place < bytes.count, bytes[place].isQuotable else { return nil }
                value.append(bytes[place])
                place += 1
            default:
                guard byte.isQuotable else { return nil }
                value.append(byte)
            }
        }
        return nil
    }

    /// Reads a value without quotes up to a comma or a blank; one that is no token is a tolerance.
    private mutating func readUnquoted() -> String? {
        let start = place
        skip { $0 != .comma && $0 != .quote && $0.isQuotable && !$0.isBlank }
        guard place > start else { return nil }
        let value = bytes[start..<place]
        if !value.allSatisfy(\.isToken) { open?.tolerances.insert(.unquotedValue) }
        return String(validating: value, as: UTF8.self)
    }

    private mutating func readToken() -> String? {
        let start = place
        skip(\.isToken)
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    /// Reads a token68 if it reaches up to the end of the element; otherwise nothing is read.
    private mutating func readToken68() -> String? {
        let start = place
        skip(\.isToken68)
        let hasContent = place > start
        skip { $0 == .equals }
        let end = place
        skip(\.isBlank)
        guard hasContent, place == bytes.count || bytes[place] == .comma else {
            place = start
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func close() {
        if let open { done.append(open.challenge) }
        open = nil
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while place < bytes.count, isSkipped(bytes[place]) { place += 1 }
    }
}

extension UInt8 {
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let equals = UInt8(ascii: "=")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")

    /// A space or a tab. RFC 9110 §5.6.3
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// A character of a token. RFC 9110 §5.6.2
    fileprivate var isToken: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// A character of a token68 but its equals signs. RFC 9110 §11.2
    fileprivate var isToken68: Bool { isLetterOrDigit || "-._~+/".utf8.contains(self) }

    /// A character that may stand in quotes: no control character but a tab. RFC 9110 §5.6.4
    fileprivate var isQuotable: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }

    private var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
