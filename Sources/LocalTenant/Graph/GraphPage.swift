// SPDX-License-Identifier: Apache-2.0

/// One page of whatever Graph lists.
///
/// OData JSON Format 4.01 §4.5
struct GraphPage<Element: Encodable>: Encodable {
    let context: String
    let nextLink: String?
    let value: [Element]

    enum CodingKeys: String, CodingKey {
        case value
        case context = "@odata.context"
        case nextLink = "@odata.nextLink"
    }
}
