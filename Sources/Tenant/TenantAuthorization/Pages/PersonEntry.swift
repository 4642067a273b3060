// SPDX-License-Identifier: Apache-2.0
package import PageTemplates
package import TenantDirectory

package struct PersonEntry {
    private let person: DirectoryPerson

    package init(_ person: DirectoryPerson) { self.person = person }

    /// Missing values are empty, because the template would use an outer value.
    package var values: PageValues {
        [
            "displayName": person.displayName, "username": person.userPrincipalName, "initials": initials,
            "usernameParts": person.userPrincipalName.addressParts,
            "jobTitle": person.jobTitle ?? "", "department": person.department ?? "",
        ]
    }

    private var initials: String {
        // In the order of the displayed name: some families write the family name first.
        let words = person.displayName.split(separator: " ")
        return String([words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first })
    }
}

extension String {
    /// A narrow page breaks the text only between these parts, the last of which begins with `@`.
    package var addressParts: [String] {
        guard let at = lastIndex(of: "@") else { return [self] }
        return [String(self[..<at]), String(self[at...])]
    }
}
