// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import JSONWebSignatures

/// The API's own description, which the tests compare with every response.
struct APIDescription {
    let document: JSONValue

    /// The description that the service serves.
    static let served: APIDescription? = {
        let source = URL(filePath: #filePath).appending(
            path: "../../../../Sources/Sample/TaskService/Resources/openapi.json")
        guard let data = try? Data(contentsOf: source.standardizedFileURL),
            let document = try? JSONDecoder().decode(JSONValue.self, from: data)
        else { return nil }
        return APIDescription(document: document)
    }()

    private var check: JSONSchemaCheck { JSONSchemaCheck(document: document) }

    private subscript(_ steps: String...) -> JSONValue? { steps.reduce(document as JSONValue?) { $0?.object?[$1] } }

    var operations: Set<String> {
        Set(
            (self["paths"]?.object ?? [:]).flatMap { path, item in
                (item.object ?? [:]).keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
            })
    }

    /// The response's differences from the description.
    func faults(of answer: ServiceUnderTest.Answer, to method: HTTPRequest.Method, _ path: String) -> [String] {
        let path = String(path.prefix { $0 != "?" })
        guard let item = item(at: path) else { return undescribed(answer, 404, "Error") }
        let name = method == .head ? "get" : method.rawValue.lowercased()
        guard let operation = item[name] else {
            // A browser's preflight request belongs to no operation.
            if method == .options, answer.status == 204 { return [] }
            return undescribed(answer, 405, "Error") + (answer.fields[.allow] == nil ? ["no Allow"] : [])
        }
        guard let response = operation.object?["responses"]?.object?["\(answer.status)"].map(check.resolved) else {
            return ["\(method) \(path) has no \(answer.status)"]
        }
        return fieldFaults(of: answer, response) + undescribedFields(of: answer, response)
            + contentFaults(of: answer, response, hasContent: method != .head)
    }

    private func item(at path: String) -> [String: JSONValue]? {
        let parts = path.split(separator: "/")
        let items = self["paths"]?.object ?? [:]
        if let item = items[path] { return item.object }
        return items.first { template, _ in
            let expected = template.split(separator: "/")
            return expected.count == parts.count && zip(expected, parts).allSatisfy { $0.first == "{" || $0 == $1 }
        }?.value.object
    }

    /// Undescribed requests get one status, or are refused before routing.
    private func undescribed(_ answer: ServiceUnderTest.Answer, _ status: Int, _ schema: String) -> [String] {
        guard [status, 421, 400].contains(answer.status) else { return ["undescribed, but \(answer.status)"] }
        let response = self["components", "responses", "NotFound"] ?? .null
        return contentFaults(of: answer, response, hasContent: !answer.body.isEmpty)
    }

    private func fieldFaults(of answer: ServiceUnderTest.Answer, _ response: JSONValue) -> [String] {
        (response.object?["headers"]?.object ?? [:]).flatMap { name, header -> [String] in
            let header = check.resolved(header).object ?? [:]
            guard let value = HTTPField.Name(name).flatMap({ answer.fields[$0] }) else {
                return header["required"] == .boolean(true) ? ["no field \(name)"] : []
            }
            let isNumber = header["schema"]?.object?["type"] == .string("integer")
            return check.faults(of: isNumber ? .number(value) : .string(value), by: header["schema"] ?? .null, at: name)
        }
    }

    /// The response's fields for clients that the description lacks.
    private func undescribedFields(of answer: ServiceUnderTest.Answer, _ response: JSONValue) -> [String] {
        let described = Set((response.object?["headers"]?.object ?? [:]).keys.compactMap { HTTPField.Name($0) })
        let names = ["ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate"]
        return names.compactMap { HTTPField.Name($0) }
            .filter { answer.fields[$0] != nil && !described.contains($0) }.map { "the field \($0) is not described" }
    }

    private func contentFaults(
        of answer: ServiceUnderTest.Answer, _ response: JSONValue, hasContent: Bool
    ) -> [String] {
        let kinds = response.object?["content"]?.object ?? [:]
        guard hasContent, !kinds.isEmpty else { return answer.body.isEmpty ? [] : ["content that is not described"] }
        let type = (answer.fields[.contentType] ?? "").prefix { $0 != ";" }
        guard let schema = kinds[String(type)]?.object?["schema"] else { return ["the media type \(type)"] }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: answer.body) else { return ["no JSON"] }
        return check.faults(of: value, by: schema)
    }
}
