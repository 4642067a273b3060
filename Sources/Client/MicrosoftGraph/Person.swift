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
    /// Without this list, Graph omits the department.
    package static let properties = [
        "id", "displayName", "givenName", "surname", "userPrincipalName", "mail", "jobTitle", "department",
        "officeLocation", "mobilePhone", "businessPhones", "preferredLanguage",
    ]
}

/// A person with an expanded relation.
///
/// ```swift
/// let ana = try await graph.person("ana@contoso.com", expanding: .manager)
/// let name = ana.person.displayName ?? ana.person.id
/// await show("Manager of \(name): \(ana.manager?.displayName ?? "none")")
/// ```
public struct ExpandedPerson: Sendable, Hashable, Decodable {
    /// The person.
    public var person: Person
    /// The manager; `nil` if there is none, or if the request expanded another relation.
    public var manager: Person?
    /// The direct reports, at most 20; `nil` if the request expanded another relation.
    public var directReports: [Person]?

    private enum CodingKeys: CodingKey { case manager, directReports }

    /// Decodes a person together with the relations.
    public init(from decoder: any Decoder) throws {
        person = try Person(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        manager = try container.decodeIfPresent(Person.self, forKey: .manager)
        directReports = try container.decodeIfPresent([Person].self, forKey: .directReports)
    }
}
