// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantAuthorization

/// The query options of every list of Graph: the properties of each entry, the page size and the start.
///
/// OData URL Conventions 4.01 §5.1; `$skiptoken` holds an offset in the list, which only this tenant can read.
struct ListOptions: Sendable {
    /// The properties of `$select`, each once; `nil` without a selection.
    let properties: [String]?
    /// The most entries of a page.
    let pageSize: Int
    /// The number of entries on the pages before.
    let offset: Int
    /// The options of the request, for the link to the next page.
    private let parameters: FormParameters
    private let listing: Listing
    /// The part of ``selection`` for `$expand`.
    var expansion: String?

    /// The kind of a list, and the query options that it supports.
    struct Listing: Sendable {
        /// The supported query options; every other one that begins with `$` is refused.
        let options: Set<String>
        /// The properties that `$select` may name.
        let properties: Set<String>
        /// The type of the entries for error messages; `nil` for a list of several types.
        var type: String?
        /// The prefix of a decoded skip token.
        let tokenPrefix: String
    }

    /// Reads query options.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters, of listing: Listing) throws {
        for pair in parameters.pairs where pair.name.hasPrefix("$") {
            guard listing.options.contains(pair.name) else {
                throw GraphFault.unsupported("The query option '\(pair.name)' is not supported by this local tenant.")
            }
            _ = try parameters.once(pair.name) { _ in GraphFault.repeatedOption(pair.name) }
        }
        self.parameters = parameters
        self.listing = listing
        properties = try parameters["$select"].flatMap {
            try Self.properties(in: $0, among: listing.properties, of: listing.type)
        }
        pageSize = try parameters["$top"].map(Self.pageSize) ?? 100
        offset = try parameters["$skiptoken"].map(listing.offset) ?? 0
    }

    /// The selection in the context addresses of responses.
    var selection: String {
        let names = (properties ?? []) + (expansion.map { [$0] } ?? [])
        return names.isEmpty ? "" : "(\(names.joined(separator: ",")))"
    }

    /// The page that the request asks for.
    ///
    /// - Parameters:
    ///   - all: Every entry of the list, in its order.
    ///   - set: The entity set in the context address.
    ///   - path: The path of the list, below the address of Graph.
    ///   - counts: Whether the first page has the number of all entries.
    ///   - platform: The platform with the addresses in the response.
    /// - Returns: The page, with the address of the next one if there is one.
    func page<Element: Encodable>(
        of all: [Element], in set: String, at path: String, counts: Bool = false, on platform: PlatformContext
    ) -> GraphPage<Element> {
        let shown = all.dropFirst(offset).prefix(pageSize)
        let end = offset + shown.count
        return GraphPage(
            context: platform.graphContext("\(set)\(selection)"), count: counts && offset == 0 ? all.count : nil,
            nextLink: end < all.count ? "\(platform.graphURL)/\(path)?\(continued(at: end).encoded)" : nil,
            value: Array(shown))
    }

    /// The query options of the page that begins at `offset`.
    private func continued(at offset: Int) -> FormParameters {
        var next = FormParameters()
        for pair in parameters.pairs where pair.name != "$skiptoken" { next.append(pair.name, pair.value) }
        next.append("$skiptoken", Array("\(listing.tokenPrefix)\(offset)".utf8).unpaddedBase64URL)
        return next
    }

    private static func pageSize(_ text: String) throws -> Int {
        guard let size = Int(text), (1...999).contains(size) else {
            throw GraphFault.badRequest("Invalid page size specified: '\(text)'. Must be between 1 and 999 inclusive.")
        }
        return size
    }

    /// The properties of a selection, each once; `nil` for an empty one.
    ///
    /// - Throws: ``GraphFault`` (400).
    static func properties(in text: String, among properties: Set<String>, of type: String?) throws -> [String]? {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, !names.contains(name) else { continue }
            guard properties.contains(name) else {
                throw GraphFault.badRequest(
                    "Parsing OData Select and Expand failed: \(GraphFault.noProperty(name, of: type))")
            }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }
}

extension ListOptions.Listing {
    fileprivate func offset(_ token: String) throws -> Int {
        guard let bytes = try? Base64URL.decode(token), let text = String(validating: bytes, as: UTF8.self),
            text.hasPrefix(tokenPrefix), let offset = Int(text.dropFirst(tokenPrefix.count)), offset >= 0
        else { throw GraphFault.badRequest("Skip token is null or empty, or not one of this tenant.") }
        return offset
    }
}
