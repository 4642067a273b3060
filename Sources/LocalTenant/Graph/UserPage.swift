// SPDX-License-Identifier: Apache-2.0
/// One page of people.
///
/// OData JSON Format 4.01 §4.5
struct UserPage: Encodable {
    let context: String
    /// How many there are on all pages; only the first page says it.
    let count: Int?
    let nextLink: String?
    let value: [UserResource]

    enum CodingKeys: String, CodingKey {
        case value
        case context = "@odata.context"
        case count = "@odata.count"
        case nextLink = "@odata.nextLink"
    }
}
