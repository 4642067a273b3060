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
        people = content.people
        apps = SampleApp.all(in: content.tenant)
    }

    private struct Content: Decodable {
        let tenant: Tenant
        let people: [DirectoryPerson]
    }
}
