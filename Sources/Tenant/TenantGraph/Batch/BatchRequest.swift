// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import PortableFoundation

/// The content of a `$batch` request, with its parts in an order in which they may run. OData JSON Format 4.01 §19
///
/// The limits are Microsoft Graph's; most of its error messages are not recorded.
struct BatchRequest: Sendable {
    struct Part: Sendable {
        let id: String
        let method: HTTPRequest.Method
        /// The path below the version, with its query and a leading slash.
        let target: String
        let fields: HTTPFields
        let body: Data
        /// The IDs of the parts that must succeed first, in lowercase.
        let dependencies: [String]
    }

    /// Graph's limit.
    static let maximumParts = 20

    let parts: [Part]

    init(_ content: Data) throws {
        guard let members = try? StrictJSON.object(in: content) else { throw GraphFault.unreadableContent }
        guard let requests = members["requests"]?.array, !requests.isEmpty else { throw Self.invalid }
        guard requests.count <= Self.maximumParts else {
            throw GraphFault.badRequest(
                "Number of batch request steps exceeds the maximum value of \(Self.maximumParts).")
        }
        var parts: [Part] = []
        var ids: Set<String> = []
        for request in requests {
            let part = try Part(request.object ?? [:])
            // IDs are case-insensitive, and a part can depend only on earlier parts.
            guard ids.isSuperset(of: part.dependencies) else {
                throw GraphFault.badRequest("Invalid dependency for request Id '\(part.id)'.")
            }
            guard ids.insert(part.id.lowercased()).inserted else {
                throw GraphFault.badRequest("Request Id '\(part.id)' has to be unique in a batch.")
            }
            parts.append(part)
        }
        self.parts = parts
        guard isParallel || isSequential else {
            throw GraphFault.badRequest(
                "The requests of a batch run in parallel, or each depends on the one before it; not both.")
        }
    }

    /// No part depends on another, or all dependent parts depend on the same one.
    private var isParallel: Bool {
        let dependent = parts.filter { !$0.dependencies.isEmpty }.map(\.dependencies)
        return Set(dependent).count <= 1 && dependent.allSatisfy { $0.count == 1 }
    }

    private var isSequential: Bool {
        parts[0].dependencies.isEmpty
            && zip(parts, parts.dropFirst()).allSatisfy { $1.dependencies == [$0.id.lowercased()] }
    }

    fileprivate static let invalid = GraphFault.badRequest("Invalid batch payload format.")
}

extension BatchRequest.Part {
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete]

    fileprivate init(_ members: [String: JSONValue]) throws {
        guard let id = members["id"]?.string, !id.isEmpty, let url = members["url"]?.string,
            let method = members["method"]?.string.flatMap({ HTTPRequest.Method($0.uppercased()) }),
            Self.methods.contains(method)
        else { throw BatchRequest.invalid }
        (self.id, self.method) = (id, method)
        target = try Self.target(url, of: id)
        fields = try Self.fields(members["headers"])
        body = try Self.body(members["body"], fields: fields, of: id)
        dependencies = try (members["dependsOn"]?.array ?? []).map {
            guard let name = $0.string else { throw BatchRequest.invalid }
            return name.lowercased()
        }
    }

    /// A relative URL, with or without a leading slash.
    private static func target(_ url: String, of id: String) throws -> String {
        let target = url.hasPrefix("/") ? url : "/\(url)"
        let path = target.prefix { $0 != "?" }
        guard !target.hasPrefix("//"), !path.contains(":/"), !target.contains("#"),
            target.utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 >= 0x80 })
        else { throw GraphFault.badRequest("The url of request Id '\(id)' must be a relative URL.") }
        return target
    }

    private static func fields(_ value: JSONValue?) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in value?.object ?? [:] {
            guard let name = HTTPField.Name(name), let text = value.string, HTTPField.isValidValue(text) else {
                throw BatchRequest.invalid
            }
            fields[name] = text
        }
        return fields
    }

    /// JSON is copied; other types are in Base64.
    private static func body(_ value: JSONValue?, fields: HTTPFields, of id: String) throws -> Data {
        guard let value, value != .null else { return Data() }
        guard let type = fields[.contentType] else {
            throw GraphFault.badRequest("Write request id : \(id) does not contain Content-Type header or body.")
        }
        if type.lowercased().hasPrefix("application/json") { return Data(value.text.utf8) }
        guard let text = value.string, let bytes = Data(base64Encoded: text) else { throw BatchRequest.invalid }
        return bytes
    }
}
