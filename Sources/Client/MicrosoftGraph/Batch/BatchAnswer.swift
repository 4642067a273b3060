// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation

/// The judged response to a batch: each request has exactly one result.
///
/// OData JSON Format 4.01 §19
package struct BatchAnswer: Sendable {
    /// The result of one part.
    struct Part: Sendable {
        let status: Int
        let fields: HTTPFields
        /// The content; JSON as text, anything else as its bytes.
        let body: Data

        var isSuccess: Bool { (200..<300).contains(status) }

        /// The wait that the server asks for.
        func retryAfter(now: Date) -> Duration? {
            TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields)).retryAfter(now: now)
        }
    }

    /// The results by the id of the request.
    let parts: [String: Part]

    /// The ids of all results.
    package var ids: Set<String> { Set(parts.keys) }

    /// Judges a response; the results may come in any order.
    ///
    /// - Parameters:
    ///   - content: The content of the response.
    ///   - ids: The ids of the requests, in lower case.
    /// - Throws: ``GraphError`` (`unreadable`) for a result that is missing, repeated or was not asked for.
    package init(_ content: Data, expecting ids: Set<String>) throws {
        let document = try ForeignJSON(content) { _ in Self.unreadable }
        let responses = document["responses"]?.array ?? []
        guard responses.count == ids.count else { throw Self.unreadable }
        var parts: [String: Part] = [:]
        for response in responses {
            guard let response = response.object, let id = response["id"]?.string?.lowercased(), ids.contains(id),
                let status = response["status"]?.double.flatMap(Int.init(exactly:)), (100..<600).contains(status),
                parts.updateValue(
                    Part(status: status, fields: Self.fields(response["headers"]), body: Self.body(response["body"])),
                    forKey: id) == nil
            else { throw Self.unreadable }
        }
        self.parts = parts
    }

    private static func fields(_ value: JSONValue?) -> HTTPFields {
        (value?.object ?? [:]).reduce(into: HTTPFields()) { fields, member in
            if let name = HTTPField.Name(member.key), let text = member.value.string, HTTPField.isValidValue(text) {
                fields[name] = text
            }
        }
    }

    /// The bytes of a text in Base64 (photos); JSON as it is.
    private static func body(_ value: JSONValue?) -> Data {
        switch value {
        case nil, .null: Data()
        case .string(let text): Data(base64Encoded: text) ?? Data(text.utf8)
        case let value?: Data(value.text.utf8)
        }
    }

    private static let unreadable = GraphError.unreadable("the response is not a batch response of Microsoft Graph")
}
