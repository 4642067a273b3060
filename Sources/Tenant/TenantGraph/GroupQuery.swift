// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The query options of a request for groups: what is written, and how much at once.
struct GroupQuery: Sendable {
    let options: ListOptions

    /// Reads query options; a wish to know the number of all is ignored, as Graph does it without the header.
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
