// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The part of the home page for a directory and its people.
struct HomePageDirectory {
    let tenant: Tenant
    let people: [DirectoryPerson]

    /// The values for the template; the page leaves out the job columns if no person has a job.
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
