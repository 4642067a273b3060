// SPDX-License-Identifier: Apache-2.0

/// A place in a list of people, behind one of them.
package struct PeoplePosition: Sendable, Hashable, Codable {
    /// The choices among the parts of the index, which later pages repeat.
    var choices: [Int] = []
    /// The number of the branch of the index.
    var branch = 0
    /// The values by which the list is ordered, of the last person before the place.
    var values: [String?]
    /// That person's number in the index.
    var number: Int64

    private enum CodingKeys: String, CodingKey {
        case choices = "c"
        case branch = "b"
        case values = "v"
        case number = "n"
    }
}

/// One page of people.
package struct PeoplePage: Sendable {
    package let people: [DirectoryPerson]
    /// The place behind the last of them; `nil` on the last page.
    package let next: PeoplePosition?
}
