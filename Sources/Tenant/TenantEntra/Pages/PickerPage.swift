// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The account picker.
struct PickerPage {
    let form: SignInForm
    let directoryName: String
    let error: String?
    let loginHint: String?
    let sessions: [PersonEntry]
    let directories: [Tenant]
    let people: [DirectoryPerson]
    /// The number of people beyond those on the page.
    let othersCount: Int
    /// The directory of the hinted person; the page shows it first.
    var hintedTenantID: String?

    /// The values for the template.
    var values: [String: Any] {
        var values = form.values
        values["directoryName"] = directoryName
        values["loginHint"] = loginHint ?? ""
        values["error"] = error
        values["sessions"] = sessions.map(\.values)
        if othersCount > 0 { values["othersCount"] = othersCount }
        values["directories"] = groups.map { tenant, people in
            [
                "id": "people-of-\(tenant.id)",
                "heading": directories.count == 1 ? "Sample people" : tenant.displayName,
                "people": people.map { PersonEntry($0).values },
            ] as [String: Any]
        }
        return values
    }

    /// The people by directory: that of the hint, then the smallest, so that each directory shows without scrolling.
    private var groups: [(Tenant, [DirectoryPerson])] {
        let people = Dictionary(grouping: people, by: \.tenantID)
        return directories.compactMap { tenant in people[tenant.id].map { (tenant, $0) } }
            .sorted { ($0.0.id == hintedTenantID ? 0 : $0.1.count) < ($1.0.id == hintedTenantID ? 0 : $1.1.count) }
    }
}
