// SPDX-License-Identifier: Apache-2.0
package import PageTemplates
package import TenantDirectory

/// A person in a list to choose from.
package struct PersonEntry {
    private let person: DirectoryPerson

    package init(_ person: DirectoryPerson) {
        self.person = person
    }

    /// The values for the template; a missing position must not leave an outer value in its place.
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
    /// The parts of a user name or e-mail address, for line breaks between them; the last one begins with `@`.
    ///
    /// Without them, a narrow page would break the text anywhere, and leave the last letter alone on a line.
    package var addressParts: [String] {
        guard let at = lastIndex(of: "@") else { return [self] }
        return [String(self[..<at]), String(self[at...])]
    }
}
