// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth

/// The query options of a request for groups: what is written, and how much at once.
struct GroupQuery: Sendable {
    let properties: [String]?
    let pageSize: Int
    let offset: Int
    private let parameters: FormParameters

    private static let known: Set = ["$select", "$top", "$skiptoken", "$count"]
    private static let tokenPrefix = "groups-from-"

    /// Reads query options.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters, knows properties: Set<String>) throws {
        self.parameters = parameters
        for pair in parameters.pairs where pair.name.hasPrefix("$") {
            guard Self.known.contains(pair.name) else {
                throw GraphFault.unsupported("The query option '\(pair.name)' is not supported by this local tenant.")
            }
            _ = try parameters.once(pair.name) { _ in GraphFault.repeatedOption(pair.name) }
        }
        let names = (parameters["$select"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for name in names where !properties.contains(name) {
            throw GraphFault.badRequest(
                "Parsing OData Select and Expand failed: Could not find a property named '\(name)'.")
        }
        self.properties = names.isEmpty ? nil : names
        guard let pageSize = parameters["$top"].map(Int.init) ?? 100, (1...999).contains(pageSize) else {
            throw GraphFault.badRequest(
                "Invalid page size specified: '\(parameters["$top"] ?? "")'. Must be between 1 and 999 inclusive.")
        }
        self.pageSize = pageSize
        offset = try parameters["$skiptoken"].map(Self.offset) ?? 0
    }

    /// The selection as addresses of answers name it.
    var selection: String { properties.map { "(\($0.joined(separator: ",")))" } ?? "" }

    /// The options that lead to the page that begins at `offset`.
    func continued(at offset: Int) -> FormParameters {
        var next = FormParameters()
        for pair in parameters.pairs where pair.name != "$skiptoken" { next.append(pair.name, pair.value) }
        next.append("$skiptoken", Array("\(Self.tokenPrefix)\(offset)".utf8).unpaddedBase64URL)
        return next
    }

    private static func offset(_ token: String) throws -> Int {
        guard let bytes = try? Base64URL.decode(token), let text = String(validating: bytes, as: UTF8.self),
            text.hasPrefix(tokenPrefix), let offset = Int(text.dropFirst(tokenPrefix.count)), offset >= 0
        else { throw GraphFault.badRequest("Skip token is null or empty, or not one of this tenant.") }
        return offset
    }
}
