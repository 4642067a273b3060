// SPDX-License-Identifier: Apache-2.0

/// One response of Graph to a request for people.
package struct PeopleAnswer: Decodable, Sendable {
    /// The people.
    package let value: [Person]
    /// The address of the next page; to be judged before it is followed.
    package let nextLink: String?

    private enum CodingKeys: String, CodingKey {
        case value
        case nextLink = "@odata.nextLink"
    }
}
