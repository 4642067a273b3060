// SPDX-License-Identifier: Apache-2.0

/// A column of the index of people; each has an index of its own within a directory.
package enum PersonColumn: String, Sendable, CaseIterable {
    case id, displayName, givenName, surname, userPrincipalName, mail, mailNickname, jobTitle, department
    case officeLocation, mobilePhone, preferredLanguage, usageLocation, userType, accountEnabled
    /// Display names and user names in alphabetical order.
    case sortName, sortUserPrincipalName
    /// Mail addresses and user names from their end.
    case reversedMail, reversedUserPrincipalName

    /// The column that a comparison of a property reads; `nil` for a property without values in this tenant.
    init?(_ property: String, _ comparison: PeopleCondition.Comparison) {
        switch (property, comparison) {
        case ("mail", .endsWith): self = .reversedMail
        case ("userPrincipalName", .endsWith): self = .reversedUserPrincipalName
        default:
            self.init(rawValue: property)
            if isDerived { return nil }
        }
    }

    /// Whether no property of Graph has the name of the column.
    private var isDerived: Bool {
        [.sortName, .sortUserPrincipalName, .reversedMail, .reversedUserPrincipalName].contains(self)
    }

    /// A text in the form of the column.
    func folded(_ text: String) -> String { form(FoldedText.comparable(text)) }

    /// A comparable text in the form of the column.
    private func form(_ folded: String) -> String {
        switch self {
        case .sortName, .sortUserPrincipalName: FoldedText.sortable(folded)
        case .reversedMail, .reversedUserPrincipalName: FoldedText.reversed(folded)
        default: folded
        }
    }

    /// The value of a person in the column.
    func value(of person: FoldedPerson) -> String? {
        switch self {
        case .id: person.id
        case .displayName: person.displayName
        case .givenName: person.givenName
        case .surname: person.surname
        case .userPrincipalName: person.userPrincipalName
        case .mail: person.mail
        case .mailNickname: person.userPrincipalName.nickname
        case .jobTitle: person.jobTitle
        case .department: person.department
        case .officeLocation: person.officeLocation
        case .mobilePhone: person.mobilePhone
        case .preferredLanguage: person.preferredLanguage
        case .usageLocation: person.usageLocation
        case .userType: person.userType
        case .accountEnabled: person.accountEnabled
        case .sortName: form(person.displayName)
        case .sortUserPrincipalName, .reversedUserPrincipalName: form(person.userPrincipalName)
        case .reversedMail: person.mail.map(form)
        }
    }
}

/// The texts of a person in comparable form, each folded once.
struct FoldedPerson {
    let id, displayName, userPrincipalName, userType, accountEnabled: String
    let givenName, surname, mail, jobTitle, department, officeLocation: String?
    let mobilePhone, preferredLanguage, usageLocation: String?

    init(_ person: DirectoryPerson) {
        let fold = FoldedText.comparable
        (id, displayName, userPrincipalName) = (person.id, fold(person.displayName), fold(person.userPrincipalName))
        (givenName, surname) = (person.givenName.map(fold), person.surname.map(fold))
        mail = person.mail == person.userPrincipalName ? userPrincipalName : person.mail.map(fold)
        (jobTitle, department) = (person.jobTitle.map(fold), person.department.map(fold))
        (officeLocation, mobilePhone) = (person.officeLocation.map(fold), person.mobilePhone.map(fold))
        (preferredLanguage, usageLocation) = (person.preferredLanguage.map(fold), person.usageLocation.map(fold))
        (userType, accountEnabled) = (fold(person.userType.rawValue), person.accountEnabled ? "true" : "false")
    }
}
