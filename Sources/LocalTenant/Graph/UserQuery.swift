// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth

/// The query options of a request for people.
struct UserQuery: Sendable {
    let filter: UserFilter?
    let properties: [String]?
    let pageSize: Int
    let offset: Int
    /// The options as they came, to repeat them in the link to the next page.
    private let parameters: FormParameters

    /// Reads query options.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters) throws {
        self.parameters = parameters
        for pair in parameters.pairs where pair.name.hasPrefix("$") {
            guard ["$filter", "$select", "$top", "$skiptoken"].contains(pair.name) else {
                throw GraphFault.unsupported("The query option '\(pair.name)' is not supported by this local tenant.")
            }
            _ = try parameters.once(pair.name) { _ in GraphFault.repeatedOption(pair.name) }
        }
        filter = try parameters["$filter"].map(UserFilterParser.parse)
        properties = try parameters["$select"].flatMap(Self.properties)
        pageSize = try parameters["$top"].map(Self.pageSize) ?? 100
        offset = try parameters["$skiptoken"].map(Self.offset) ?? 0
    }

    /// The options that lead to the page that begins at `offset`.
    func continued(at offset: Int) -> FormParameters {
        var next = FormParameters()
        for pair in parameters.pairs where pair.name != "$skiptoken" { next.append(pair.name, pair.value) }
        next.append("$skiptoken", Array("\(Self.tokenPrefix)\(offset)".utf8).unpaddedBase64URL)
        return next
    }

    private static let tokenPrefix = "people-from-"

    /// The properties of a selection, each once; an empty one selects nothing in particular.
    private static func properties(_ text: String) throws -> [String]? {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, !names.contains(name) else { continue }
            guard UserResource.allProperties.contains(name) else {
                throw GraphFault.badRequest(
                    "Parsing OData Select and Expand failed: Could not find a property named '\(name)' on type "
                        + "'microsoft.graph.user'.")
            }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }

    private static func pageSize(_ text: String) throws -> Int {
        guard let size = Int(text), (1...999).contains(size) else {
            throw GraphFault.badRequest("Invalid page size specified: '\(text)'. Must be between 1 and 999 inclusive.")
        }
        return size
    }

    private static func offset(_ token: String) throws -> Int {
        guard let bytes = try? Base64URL.decode(token), let text = String(validating: bytes, as: UTF8.self),
            text.hasPrefix(tokenPrefix), let offset = Int(text.dropFirst(tokenPrefix.count)), offset >= 0
        else { throw GraphFault.badRequest("Skip token is null or empty, or not one of this tenant.") }
        return offset
    }
}
