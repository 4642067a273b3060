// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

extension Fault: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, retryAfter, milliseconds, name, value, token
    }

    package static let kinds =
        ["error", "latency", "drop", "stall", "member", "keyMember"] + PassingFailure.allCases.map(\.rawValue)
        + ContentFault.allCases.map(\.rawValue) + DocumentFault.allCases.map(\.rawValue)
        + RedirectFault.allCases.map(\.rawValue) + TokenDefect.Kind.allCases.map(\.rawValue)

    /// For ``Fault/named(_:)``, which is encoded as its name alone, it is `error`.
    package var kind: String {
        switch self {
        case .error, .named: "error"
        case .failure(let failure, _): failure.rawValue
        case .latency: "latency"
        case .drop: "drop"
        case .stall: "stall"
        case .content(let fault): fault.rawValue
        case .document(let fault): fault.rawValue
        case .member: "member"
        case .keyMember: "keyMember"
        case .redirect(let fault): fault.rawValue
        case .token(let defect, _): defect.kind.rawValue
        }
    }

    /// Decodes a fault's name, or an object with `kind` and that kind's members.
    public init(from decoder: any Decoder) throws {
        if let kind = try? decoder.singleValueContainer().decode(String.self) {
            guard let plain = Fault(plain: kind) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: Self.sentence(about: kind)))
            }
            self = plain
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "error": self = .error(try ErrorAnswer(from: decoder))
        case "latency": self = .latency(milliseconds: try container.decode(Int.self, forKey: .milliseconds))
        case "member", "keyMember":
            let name = try container.decode(String.self, forKey: .name)
            let value = try container.decodeIfPresent(JSONValue.self, forKey: .value)
            self = kind == "member" ? .member(name, value) : .keyMember(name, value)
        default:
            if let failure = PassingFailure(rawValue: kind) {
                self = .failure(failure, retryAfter: try container.decodeIfPresent(Int.self, forKey: .retryAfter))
            } else if TokenDefect.Kind(rawValue: kind) != nil {
                let token = try container.decodeIfPresent(TokenMember.self, forKey: .token)
                self = .token(try TokenDefect(from: decoder), in: token ?? .idToken)
            } else if let plain = Fault(plain: kind) {
                self = plain
            } else {
                throw DecodingError.dataCorruptedError(
                    forKey: .kind, in: container, debugDescription: Self.sentence(about: kind))
            }
        }
    }

    /// Returns the error message for an unknown name.
    public static func sentence(about kind: String) -> String {
        guard !kinds.contains(kind) else {
            return "The fault '\(kind)' needs more than its name: send an object with 'kind' and its members."
        }
        let name = String(kind.prefix(40))
        guard name.firstMatch(of: #/^(AADSTS|AADB2C)[0-9]*$/#) == nil else {
            return "This tenant has no error '\(name)'; the documentation lists the numbers."
        }
        return "There is no fault '\(name)'\(NameSuggestion.sentence(for: name, in: kinds))"
    }

    /// Creates a fault that needs only its name, such as `drop`; `nil` for other text.
    ///
    /// The tenant later looks up text such as `AADSTS50196`.
    package init?(plain kind: String) {
        if kind == "drop" {
            self = .drop
        } else if kind == "stall" {
            self = .stall
        } else if let failure = PassingFailure(rawValue: kind) {
            self = .failure(failure)
        } else if let fault = ContentFault(rawValue: kind) {
            self = .content(fault)
        } else if let fault = DocumentFault(rawValue: kind) {
            self = .document(fault)
        } else if let fault = RedirectFault(rawValue: kind) {
            self = .redirect(fault)
        } else if let defect = TokenDefect.Kind(rawValue: kind), defect != .claim, defect != .header {
            self = .idToken(defect)
        } else if kind.wholeMatch(of: #/(?i:AADSTS|AADB2C)?[0-9]+/#) != nil {
            self = .named(kind)
        } else {
            return nil
        }
    }

    /// Encodes an object or, for ``Fault/named(_:)``, the name alone.
    public func encode(to encoder: any Encoder) throws {
        if case .named(let name) = self {
            var container = encoder.singleValueContainer()
            return try container.encode(name)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .error(let answer): try answer.encode(to: encoder)
        case .failure(_, let retryAfter): try container.encodeIfPresent(retryAfter, forKey: .retryAfter)
        case .latency(let milliseconds): try container.encode(milliseconds, forKey: .milliseconds)
        case .member(let name, let value), .keyMember(let name, let value):
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(value, forKey: .value)
        case .token(let defect, let member):
            try defect.encode(to: encoder)
            try container.encode(member, forKey: .token)
        case .named, .drop, .stall, .content, .document, .redirect: break
        }
    }
}

extension NameSuggestion {
    package static func sentence(for name: String, in known: [String]) -> String {
        let names = Set(known).sorted()
        if let best = nearest(to: name, among: names) { return "; did you mean '\(best)'?" }
        return names.isEmpty ? "; remove it." : "; available: \(names.map { "'\($0)'" }.joined(separator: ", "))."
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Throws a `DecodingError` that suggests the nearest known word, or lists all.
    package static func known(by decoder: any Decoder) throws -> Self {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let known = Self(rawValue: name) else {
            let hint = NameSuggestion.sentence(for: name, in: allCases.map(\.rawValue))
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "There is no member '\(name.prefix(40))'\(hint)")
        }
        return known
    }
}
