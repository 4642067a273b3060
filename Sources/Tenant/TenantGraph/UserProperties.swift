// SPDX-License-Identifier: Apache-2.0

/// The properties of Microsoft Graph's `user` in version 1.0, by their types.
///
/// The lists follow Microsoft's reference of the resource.
enum UserProperties {
    /// Those that are one text.
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
    /// Those that are true or false.
    static let flags: Set = [
        "accountEnabled", "isManagementRestricted", "isResourceAccount", "onPremisesSyncEnabled",
        "showInAddressList",
    ]
    /// Those that are a time.
    static let times: Set = [
        "birthday", "createdDateTime", "deletedDateTime", "employeeHireDate", "employeeLeaveDateTime",
        "externalUserStateChangeDateTime", "hireDate", "lastPasswordChangeDateTime",
        "onPremisesLastSyncDateTime", "refreshTokensValidFromDateTime", "signInSessionsValidFromDateTime",
    ]
    /// Those that are a list: an empty one, and never `null`, where there is nothing.
    static let lists: Set = [
        "assignedLicenses", "assignedPlans", "businessPhones", "identities", "imAddresses", "interests",
        "licenseAssignmentStates", "onPremisesProvisioningErrors", "otherMails", "pastProjects",
        "provisionedPlans", "proxyAddresses", "responsibilities", "schools", "serviceProvisioningErrors",
        "skills",
    ]
    /// Those that are an object or a number.
    static let objects: Set = [
        "authorizationInfo", "customSecurityAttributes", "deviceEnrollmentLimit", "employeeOrgData",
        "mailboxSettings", "onPremisesExtensionAttributes", "passwordProfile", "signInActivity",
    ]
    /// Those that Graph keeps elsewhere, and refuses to list for many people at once.
    static let ofOnePersonOnly: Set = [
        "aboutMe", "birthday", "hireDate", "interests", "mailboxSettings", "mySite", "pastProjects",
        "preferredName", "responsibilities", "schools", "skills",
    ]
    /// Every property.
    static let all = text.union(flags).union(times).union(lists).union(objects)
    /// Those that `$filter` compares.
    static let filterable = text.union(flags).subtracting(ofOnePersonOnly)
}
