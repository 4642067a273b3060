// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a new tenant begins with: one company with its people, and the sample apps.
struct DirectorySeed {
    let tenant: Tenant
    let people: [DirectoryPerson]
    let apps: [RegisteredApp]

    /// Reads the directory that comes with the program.
    init() throws {
        let content = try JSONDecoder().decode(Content.self, from: Data(PackageResources.directory_json))
        tenant = content.tenant
        people = content.people.map { $0.person(in: content.tenant.id) }
        apps = SampleApp.all(in: content.tenant)
    }

    private struct Content: Decodable {
        let tenant: Tenant
        let people: [SeedPerson]
    }
}

/// A person as the file writes one, without the directory that the whole file is about.
private struct SeedPerson: Decodable {
    let id: String
    let displayName: String
    let givenName: String?
    let surname: String?
    let userPrincipalName: String
    let mail: String?
    let jobTitle: String?
    let department: String?
    let officeLocation: String?
    let mobilePhone: String?
    let businessPhones: [String]
    let preferredLanguage: String?
    let managerId: String?

    func person(in tenantID: String) -> DirectoryPerson {
        DirectoryPerson(
            id: id, tenantID: tenantID, displayName: displayName, givenName: givenName, surname: surname,
            userPrincipalName: userPrincipalName, mail: mail, jobTitle: jobTitle, department: department,
            officeLocation: officeLocation, mobilePhone: mobilePhone, businessPhones: businessPhones,
            preferredLanguage: preferredLanguage, managerId: managerId)
    }
}
