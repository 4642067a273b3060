// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Query options of Graph's lists. OData URL Conventions 4.01 §5.1, JSON Format 4.01 §4.5
struct ListOptions: Sendable {
    /// Each property once; `nil` without `$select`.
    let properties: [String]?
    let pageSize: Int
    let place: String?
    private let parameters: FormParameters
    private let listing: Listing
    /// The part of ``selection`` for `$expand`.
    var expansion: String?

    struct Listing: Sendable {
        /// Other options that begin with `$` are rejected.
        let options: Set<String>
        let properties: Set<String>
        /// For error messages; `nil` for a list of several types.
        var type: String?
        let tokenPrefix: String

        fileprivate func place(_ token: String) throws -> String {
            guard let bytes = try? Base64URL.decode(token), let text = String(validating: bytes, as: UTF8.self),
                text.hasPrefix(tokenPrefix)
            else { throw GraphFault.badSkipToken }
            return String(text.dropFirst(tokenPrefix.count))
        }
    }

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
        place = try parameters["$skiptoken"].map(listing.place)
    }

    /// For the context URLs of responses.
    var selection: String {
        let names = (properties ?? []) + (expansion.map { [$0] } ?? [])
        return names.isEmpty ? "" : "(\(names.joined(separator: ",")))"
    }

    /// A page of a list in memory, in which places are offsets.
    func page(
        of all: [OrderedJSON], in set: String, at path: String, on platform: PlatformContext
    ) throws -> OrderedJSON {
        let offset = try place.map { try Int($0) ?? { throw GraphFault.badSkipToken }() } ?? 0
        guard offset >= 0 else { throw GraphFault.badSkipToken }
        let shown = all.dropFirst(offset).prefix(pageSize)
        let end = offset + shown.count
        return page(Array(shown), next: end < all.count ? String(end) : nil, in: set, at: path, on: platform)
    }

    /// `next` is a place, `set` the entity set in the context URL, and `path` the list's path below Graph's URL.
    func page(
        _ entries: [OrderedJSON], next: String?, count: Int? = nil, in set: String, at path: String,
        on platform: PlatformContext
    ) -> OrderedJSON {
        var members: [(String, OrderedJSON)] = [
            ("@odata.context", .string(platform.graphContext("\(set)\(selection)")))
        ]
        if let count { members.append(("@odata.count", .integer(count))) }
        if let next {
            let query = continued(at: next).encoded
            members.append(("@odata.nextLink", .string("\(platform.graphURL)/\(path)?\(query)")))
        }
        return .object(members + [("value", .array(entries))])
    }

    private func continued(at place: String) -> FormParameters {
        var next = FormParameters()
        for pair in parameters.pairs where pair.name != "$skiptoken" { next.append(pair.name, pair.value) }
        next.append("$skiptoken", Array("\(listing.tokenPrefix)\(place)".utf8).unpaddedBase64URL)
        return next
    }

    private static func pageSize(_ text: String) throws -> Int {
        guard let size = Int(text), (1...999).contains(size) else {
            throw GraphFault.badRequest("Invalid page size specified: '\(text)'. Must be between 1 and 999 inclusive.")
        }
        return size
    }

    /// Each property once; `nil` for an empty selection.
    static func properties(in text: String, among properties: Set<String>, of type: String?) throws -> [String]? {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.trimmed()
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
