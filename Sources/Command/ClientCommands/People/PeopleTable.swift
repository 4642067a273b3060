// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph

/// A table of people, with one line for each.
struct PeopleTable {
    let heading = ["NAME", "USER NAME", "JOB", "PHONE"]
    let rows: [[String]]

    init(_ people: [Person]) {
        rows = people.map {
            [
                $0.displayName ?? "", $0.userPrincipalName ?? "", $0.jobTitle ?? "",
                $0.businessPhones?.first ?? $0.mobilePhone ?? "",
            ]
        }
    }

    var table: Table { Table(heading: heading, rows: rows) }
}
