// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The query options of a request for groups: the properties and the page size.
struct GroupQuery: Sendable {
    let options: ListOptions

    /// Reads query options; `$count` is ignored, as Graph does it without the header.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters, knows properties: Set<String>) throws {
        options = try ListOptions(
            parameters,
            of: ListOptions.Listing(
                options: ["$select", "$top", "$skiptoken", "$count"], properties: properties,
                tokenPrefix: "groups-from-"))
    }
}
