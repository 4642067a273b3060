// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import PortableFoundation

/// A JSON object from another program: metadata, a token response, an error, a page of an API.
///
/// `StrictJSON` reads all of them. They share these tolerances: a byte order mark at the start, unknown members, and
/// `null`, an empty text, or an empty list in place of an absent member. A document that can do without a member of the
/// wrong type reads it with `try?`.
package struct ForeignJSON {
    private let members: [String: JSONValue]
    private let failure: (_ defect: String) -> any Error

    /// `failure` creates the error, also for a member, from a predicate such as `lacks 'issuer'`.
    package init(
        _ body: Data, atMost count: Int = .max, orThrow failure: @escaping (_ defect: String) -> any Error = Defect.init
    ) throws {
        guard body.count <= count else { throw failure("is longer than \(count) bytes") }
        guard let object = try? StrictJSON.object(in: Self.withoutMark(body), maximumDepth: Self.maximumDepth) else {
            throw failure(Self.notJSON)
        }
        (members, self.failure) = (object, failure)
    }

    package init?(_ value: JSONValue?) {
        guard let object = value?.object else { return nil }
        (members, failure) = (object, Defect.init)
    }

    package subscript(name: String) -> JSONValue? { members[name] }

    package func has(_ name: String) -> Bool { value(name) != nil }

    /// `nil` for an absent or empty member; throws the document's error for another type.
    package func text(_ name: String) throws -> String? { try value(name, as: \.string) }

    /// `nil` also for an empty list, which RFC 8414 §3.2 forbids.
    package func texts(_ name: String) throws -> [String]? {
        try value(name) { value in
            value.array.flatMap { $0.allSatisfy { $0.string != nil } ? $0.compactMap(\.string) : nil }
        }
    }

    package func required(_ name: String) throws -> String {
        guard let text = try text(name) else { throw failure("lacks '\(name)'") }
        return text
    }

    package func address(_ name: String) throws -> URL? { try value(name) { $0.string.flatMap { URL(string: $0) } } }

    package func flag(_ name: String) throws -> Bool { try value(name, as: \.boolean) ?? false }

    /// A number of seconds, from zero to a year, which some programs send as text; `nil` for anything else.
    package func seconds(_ name: String) -> Int? {
        let number = value(name).flatMap { $0.double ?? $0.string.flatMap(Double.init) }
        // Limited, since a larger number would crash the conversion to `Int`.
        return number.flatMap { $0.isFinite && $0 >= 0 ? Int(min($0, 366 * 86_400)) : nil }
    }

    private func value(_ name: String) -> JSONValue? {
        members[name].flatMap { [.null, .string(""), .array([])].contains($0) ? nil : $0 }
    }

    private func value<Value>(_ name: String, as read: (JSONValue) -> Value?) throws -> Value? {
        guard let member = value(name) else { return nil }
        guard let value = read(member) else { throw failure(Self.unusable(name)) }
        return value
    }

    private static func unusable(_ path: String) -> String { "has an unusable '\(path)': the value has the wrong type" }

    private static let notJSON = "is not the expected JSON"
    private static let maximumDepth = 128

    /// The content without the byte order mark that some servers put before it. RFC 8259 §8.1
    package static func withoutMark(_ body: Data) -> Data {
        body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
    }
}

extension ForeignJSON {
    /// Decodes an entity of an API, whose empty texts and lists are values.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from body: Data
    ) throws(Defect) -> Value {
        let text = withoutMark(body)
        do {
            try StrictJSON.check(text, maximumDepth: maximumDepth)
            return try JSONDecoder().decode(type, from: text)
        } catch let error as DecodingError {
            throw Defect(error)
        } catch {
            throw Defect(notJSON)
        }
    }

    package struct Defect: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }

        fileprivate init(_ error: DecodingError) {
            switch error {
            case .keyNotFound(let key, let context): self.init("lacks '\(Self.path(context.codingPath + [key]))'")
            case .typeMismatch(_, let context), .dataCorrupted(let context), .valueNotFound(_, let context):
                self.init(context.codingPath.isEmpty ? notJSON : unusable(Self.path(context.codingPath)))
            @unknown default: self.init(notJSON)
            }
        }

        private static func path(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".").asForeignText()
        }
    }
}

extension String {
    /// An untrusted text in the form that a message or a log may repeat: one short line.
    package func asForeignText(atMost count: Int = 200) -> String {
        let shown = unicodeScalars.prefix(count).filter { !Self.unseen.contains($0.properties.generalCategory) }
        return String(String.UnicodeScalarView(shown))
    }

    /// Characters that begin a line, move a cursor or change the writing direction.
    private static var unseen: Set<Unicode.GeneralCategory> {
        [.control, .format, .lineSeparator, .paragraphSeparator]
    }
}
