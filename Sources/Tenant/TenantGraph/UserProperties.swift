// SPDX-License-Identifier: Apache-2.0

/// The properties of Microsoft Graph's `user` in version 1.0, by their types.
///
/// The lists follow Microsoft's reference of the resource.
enum UserProperties {
    /// Properties with one text.
    static let text: Set = [
        "aboutMe", "ageGroup", "city", "companyName", "consentProvidedForMinor", "country", "creationType",
        "department", "displayName", "employeeId", "employeeType", "externalUserState", "faxNumber",
        "givenName", "id", "jobTitle", "legalAgeGroupClassification", "mail", "mailNickname", "mobilePhone",
        "mySite", "officeLocation", "onPremisesDistinguishedName", "onPremisesDomainName",
        "onPremisesImmutableId", "onPremisesSamAccountName", "onPremisesSecurityIdentifier",
        "onPremisesUserPrincipalName", "passwordPolicies", "postalCode", "preferredDataLocation",
        "preferredLanguage", "preferredName", "securityIdentifier", "state", "streetAddress", "surname",
        "usageLocation", "userPrincipalName", "userType",
    ]
    /// Properties that are true or false.
    static let flags: Set = [
        "accountEnabled", "isManagementRestricted", "isResourceAccount", "onPremisesSyncEnabled",
        "showInAddressList",
    ]
    /// Properties with a time.
    static let times: Set = [
        "birthday", "createdDateTime", "deletedDateTime", "employeeHireDate", "employeeLeaveDateTime",
        "externalUserStateChangeDateTime", "hireDate", "lastPasswordChangeDateTime",
        "onPremisesLastSyncDateTime", "refreshTokensValidFromDateTime", "signInSessionsValidFromDateTime",
    ]
    /// Properties with a list; without a value it is empty, and never `null`.
    static let lists: Set = [
        "assignedLicenses", "assignedPlans", "businessPhones", "identities", "imAddresses", "interests",
        "licenseAssignmentStates", "onPremisesProvisioningErrors", "otherMails", "pastProjects",
        "provisionedPlans", "proxyAddresses", "responsibilities", "schools", "serviceProvisioningErrors",
        "skills",
    ]
    /// Properties with an object or a number.
    static let objects: Set = [
        "authorizationInfo", "customSecurityAttributes", "deviceEnrollmentLimit", "employeeOrgData",
        "mailboxSettings", "onPremisesExtensionAttributes", "passwordProfile", "signInActivity",
    ]
    /// Properties that Graph keeps elsewhere, and refuses in lists of people.
    static let ofOnePersonOnly: Set = [
        "aboutMe", "birthday", "hireDate", "interests", "mailboxSettings", "mySite", "pastProjects",
        "preferredName", "responsibilities", "schools", "skills",
    ]
    /// Every property.
    static let all = text.union(flags).union(times).union(lists).union(objects)
    /// Properties that `$filter` compares.
    static let filterable = text.union(flags).subtracting(ofOnePersonOnly)
}
