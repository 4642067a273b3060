// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// What the home page says about a directory whose people come with the program.
struct HomePageDirectory {
    let tenant: Tenant
    let people: [DirectoryPerson]

    /// The values for the template; people without any job need no columns for it.
    var values: [String: Any] {
        [
            "id": "people-of-\(tenant.id)", "name": tenant.displayName, "domain": tenant.domain, "kind": kind,
            "people": people.map { PersonEntry($0).values },
            "haveJobs": people.contains { $0.jobTitle != nil || $0.department != nil },
        ]
    }

    private var kind: String {
        switch tenant.kind {
        case .organization: "Work accounts of a company"
        case .consumers: "Accounts that people have for themselves"
        case .customers: "Accounts of customers"
        }
    }
}
