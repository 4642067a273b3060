// SPDX-License-Identifier: Apache-2.0
/// A person in the directory, which Microsoft Graph calls a `user`.
///
/// A property is `nil` if it has no value, or if the caller cannot read it.
///
/// ```swift
/// let ana = try await graph.person("ana@contoso.com")
/// let work = [ana.jobTitle, ana.department].compactMap(\.self).joined(separator: ", ")
/// await show("\(ana.displayName ?? ana.id): \(work)")
/// ```
public struct Person: Sendable, Hashable, Identifiable, Codable {
    /// The person's ID in the directory.
    public var id: String
    /// The display name.
    public var displayName: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var surname: String?
    /// The name that the person signs in with.
    public var userPrincipalName: String?
    /// The email address.
    public var mail: String?
    /// The job title.
    public var jobTitle: String?
    /// The department; Graph returns it only on request.
    public var department: String?
    /// The office location.
    public var officeLocation: String?
    /// The mobile phone number.
    public var mobilePhone: String?
    /// The business phone numbers; can be several or none.
    public var businessPhones: [String]?
    /// The preferred language, such as `en-GB`.
    public var preferredLanguage: String?
}

extension Person {
    /// The properties by Graph's names; without this list, Graph leaves the department out.
    package static let properties = [
        "id", "displayName", "givenName", "surname", "userPrincipalName", "mail", "jobTitle", "department",
        "officeLocation", "mobilePhone", "businessPhones", "preferredLanguage",
    ]
}
