// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a new platform begins with: two companies, personal accounts, a shop's customers, and the sample apps.
struct DirectorySeed {
    /// A directory with its people.
    struct Directory: Decodable {
        let tenant: Tenant
        let people: [DirectoryPerson]
        /// Those who signed up by themselves; only where people do.
        let customers: [Customer]?
        /// Its groups; only where there are some.
        let groups: [DirectoryGroup]?
    }

    let directories: [Directory]
    let apps: [RegisteredApp]

    /// Reads the directories that come with the program.
    init() throws {
        directories = try JSONDecoder().decode(Content.self, from: Data(PackageResources.directory_json)).directories
        apps = SampleApp.all
    }

    private struct Content: Decodable {
        let directories: [Directory]
    }
}
