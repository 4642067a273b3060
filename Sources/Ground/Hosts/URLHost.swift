// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// The host of a URL: one value that is validated, connected to, and shown.
///
/// It is a name of letters, digits, `-`, and `.`, or an IP address without a zone. Anything else is refused, because
/// the parsers along the way read it in different ways: one decodes `%2e`, another reads `127.1` as an address.
/// An internationalized name has its ASCII form (`xn--…`), into which only Foundation on Apple systems brings it.
/// RFC 3986 §3.2.2, RFC 1123 §2.1, RFC 5890 §2.3.2.1
package struct URLHost: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case; an IPv6 address in brackets, in the form of RFC 5952.
    package let description: String
    /// The bytes of an IP address: 4 for IPv4, also inside IPv6 (RFC 4291 §2.5.5.2), otherwise 16; `nil` for a name.
    package let address: [UInt8]?

    /// Reads a host as URLs write it, with IPv6 in brackets.
    package init(_ text: some StringProtocol) throws(Defect) {
        let text = String(text)
        guard !text.isEmpty else { throw .missing }
        if text.utf8.first == UInt8(ascii: "[") {
            self = try Self.literal(text)
            return
        }
        guard text.utf8.allSatisfy(Self.isNameByte) else { throw .character }
        guard text.utf8.count <= 253 else { throw .length }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.last != "" else { throw .trailingDot }
        guard labels.allSatisfy(Self.isLabel) else { throw .label }
        description = text.lowercased()
        if let last = labels.last, Self.isNumeric(last) {
            address = try Self.dottedDecimal(labels)
        } else {
            address = nil
        }
    }

    /// Refuses a user name or a password, which hides the host.
    package init(of url: URL) throws(Defect) {
        // `URL` itself leaves out the brackets, so that `[a.example]` would pass for a name.
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw .missing }
        try self.init(of: components)
    }

    package init(of components: URLComponents) throws(Defect) {
        guard components.user == nil, components.password == nil else { throw .userInformation }
        guard components.port.map(Self.ports.contains) ?? true else { throw .port }
        // Clients connect to this form; on Apple systems the percent-encoded one has letters outside ASCII.
        try self.init(components.encodedHost ?? "")
    }

    package init(ofAuthority text: String) throws(Defect) {
        let end = text.utf8.lastIndex(of: UInt8(ascii: "]")) ?? text.startIndex
        let colon = text[end...].utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let port = text[colon...].dropFirst()
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw text.utf8.contains(UInt8(ascii: "@")) ? .userInformation : .character
        }
        guard port.isEmpty || Int(port).map(Self.ports.contains) == true else { throw .port }
        try self.init(text[..<colon])
    }

    package var isLoopback: Bool { LoopbackHost.contains(description) }

    /// Whether the host is an address outside the public internet; a name is not. RFC 6890
    package var isPrivateAddress: Bool { address.map { !IPAddress.isGlobal($0) } ?? false }

    /// Whether a connection to the host stays on this machine: loopback, and the address of all interfaces.
    package var isThisMachine: Bool { isLoopback || address?.allSatisfy { $0 == 0 } == true }

    package func authority(port: Int?) -> String { description + (port.map { ":\($0)" } ?? "") }
}

extension URLHost {
    package enum Defect: String, Error, CaseIterable {
        case missing
        case userInformation
        case character
        case length
        case label
        case trailingDot
        /// The last label is a number, but the host is not four decimal numbers from 0 to 255.
        case number
        case literal
        /// A port beyond 65535, at which the client library would crash.
        case port
        /// An IPv6 address with a zone, which means something only on one machine. RFC 6874
        case zone

        package var explanation: String {
            switch self {
            case .missing: "has no host; use https:// and the name of the server"
            case .userInformation: "has a user name before its host; remove everything up to the @"
            case .character:
                "has a host with a character other than letters, digits, hyphens, and dots; use the ASCII form (xn--…) of an internationalized name"
            case .length: "has a host of more than 253 characters"
            case .label: "has a host with an empty or malformed part between two dots"
            case .trailingDot: "has a host that ends in a dot; remove the dot"
            case .number: "has a host that looks like an IP address; use four decimal numbers, such as 192.0.2.1"
            case .literal: "has no IPv6 address between its brackets; use one such as [2001:db8::1]"
            case .port: "has a port above 65535; remove or correct it"
            case .zone: "has an IPv6 address with a zone; remove everything from the % to the bracket"
            }
        }
    }

    private static let ports = 0...65_535

    private init(description: String, address: [UInt8]) {
        (self.description, self.address) = (description, address)
    }

    private static func literal(_ text: String) throws(Defect) -> URLHost {
        guard !text.utf8.contains(UInt8(ascii: "%")) else { throw .zone }
        guard text.utf8.last == UInt8(ascii: "]"), let address = LoopbackHost.address(text) else { throw .literal }
        guard address.count == 16 else {
            let numbers = address.map { "\($0)" }.joined(separator: ".")
            return URLHost(description: "[::ffff:\(numbers)]", address: address)
        }
        var shown = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, address, &shown, socklen_t(shown.count)) != nil else { throw .literal }
        let digits = String(decoding: shown.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return URLHost(description: "[\(digits)]", address: address)
    }

    /// Resolvers read such a text as an IPv4 address, in more forms than one. WHATWG URL, "ends in a number"
    private static func isNumeric(_ label: Substring) -> Bool {
        if label.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        return label.lowercased().hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func dottedDecimal(_ labels: [Substring]) throws(Defect) -> [UInt8] {
        let bytes = labels.compactMap { UInt8($0) }
        // `010` is 8 to some parsers and 10 to others.
        guard labels.count == 4, bytes.count == 4, bytes.map({ "\($0)" }) == labels.map({ String($0) }) else {
            throw .number
        }
        return bytes
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isUnreserved && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "~")
    }
}

extension URL {
    package var isWebAddress: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && (try? URLHost(of: self)) != nil
    }
}
