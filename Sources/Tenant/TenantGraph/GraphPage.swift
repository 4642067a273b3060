// SPDX-License-Identifier: Apache-2.0

/// One page of a list of Graph.
///
/// OData JSON Format 4.01 §4.5
struct GraphPage<Element: Encodable>: Encodable {
    let context: String
    /// The number of entries on all pages; `nil` on later pages, and if the request did not ask for it.
    let count: Int?
    let nextLink: String?
    let value: [Element]

    enum CodingKeys: String, CodingKey {
        case value
        case context = "@odata.context"
        case count = "@odata.count"
        case nextLink = "@odata.nextLink"
    }
}
