// SPDX-License-Identifier: Apache-2.0
/// A person in the directory; Microsoft Graph calls the resource `user`.
///
/// A property is `nil` if it has no value, or if the caller may not read it.
///
/// ```swift
/// let ana = try await graph.person("ana@contoso.com")
/// let work = [ana.jobTitle, ana.department].compactMap(\.self).joined(separator: ", ")
/// await show("\(ana.displayName ?? ana.id): \(work)")
/// ```
public struct Person: Sendable, Hashable, Identifiable, Codable {
    /// The person's id in the directory.
    public var id: String
    /// The name to show.
    public var displayName: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var surname: String?
    /// The name that the person signs in with.
    public var userPrincipalName: String?
    /// The mail address.
    public var mail: String?
    /// The position.
    public var jobTitle: String?
    /// The department; Graph names it only when asked.
    public var department: String?
    /// Where the person works.
    public var officeLocation: String?
    /// The mobile number.
    public var mobilePhone: String?
    /// The numbers at work; there may be several or none.
    public var businessPhones: [String]?
    /// The language, as in `en-GB`.
    public var preferredLanguage: String?
}

extension Person {
    /// The properties by Graph's names; without this list, Graph leaves the department out.
    package static let properties = [
        "id", "displayName", "givenName", "surname", "userPrincipalName", "mail", "jobTitle", "department",
        "officeLocation", "mobilePhone", "businessPhones", "preferredLanguage",
    ]
}
