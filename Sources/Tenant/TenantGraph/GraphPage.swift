// SPDX-License-Identifier: Apache-2.0

/// One page of whatever Graph lists.
///
/// OData JSON Format 4.01 §4.5
struct GraphPage<Element: Encodable>: Encodable {
    let context: String
    /// How many entries there are on all pages; `nil` on later pages, and where nobody asked.
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
