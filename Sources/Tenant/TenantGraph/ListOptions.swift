// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantAuthorization

/// The query options that whatever Graph lists has: what is written of each, how much at once, and from where on.
///
/// OData URL Conventions 4.01 §5.1; `$skiptoken` holds a place in the list, which only this tenant can read.
struct ListOptions: Sendable {
    /// The properties of `$select`, each once; `nil` if none was named.
    let properties: [String]?
    /// How many entries a page has at most.
    let pageSize: Int
    /// How many entries stand on the pages before.
    let offset: Int
    /// The options as they came, to repeat them in the link to the next page.
    private let parameters: FormParameters
    private let listing: Listing
    /// What `$expand` adds to ``selection``.
    var expansion: String?

    /// What a list is of, and what may be asked about it.
    struct Listing: Sendable {
        /// The query options that are answered; every other one that begins with `$` is refused.
        let options: Set<String>
        /// What `$select` may name.
        let properties: Set<String>
        /// The type whose properties they are, as refusals name it; `nil` where a list may hold several.
        var type: String?
        /// The beginning of what a skip token says.
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

    /// The selection as addresses of answers name it.
    var selection: String {
        let names = (properties ?? []) + (expansion.map { [$0] } ?? [])
        return names.isEmpty ? "" : "(\(names.joined(separator: ",")))"
    }

    /// The page that was asked for.
    ///
    /// - Parameters:
    ///   - all: Every entry of the list, in its order.
    ///   - set: The set that the answer says it is from.
    ///   - path: Where the list is, below the address of Graph.
    ///   - counts: Whether the first page tells how many entries there are.
    ///   - platform: Whose addresses the answer names.
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

    /// The options that lead to the page that begins at `offset`.
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
}

extension ListOptions {
    /// The properties of a selection, each once; an empty one selects nothing in particular.
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
