// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
package import TenantAuthorization
import TenantCustomers
import TenantDirectory

/// All endpoints under `/tessera/v1`, for tests and their tools; ``AdministrationGate`` checks each request first.
package struct AdministrationEndpoints: Sendable {
    package let platform: PlatformContext
    package let content: TenantContent

    package init(platform: PlatformContext, content: TenantContent) {
        (self.platform, self.content) = (platform, content)
    }

    package func add(to router: Router<ServingContext>) {
        let place = TenantPath.administration
        let directory = "\(place)/directories/:directory"
        TenantEndpoint(platform: platform, content: content).add(to: router)
        RecordCollection<Tenant>(platform: platform, path: "\(place)/directories").add(to: router)
        RecordCollection<DirectoryPerson>(platform: platform, path: "\(directory)/people").add(to: router)
        RecordCollection<DirectoryGroup>(platform: platform, path: "\(directory)/groups").add(to: router)
        RecordCollection<Customer>(platform: platform, path: "\(directory)/customers").add(to: router)
        RecordCollection<RegisteredApp>(platform: platform, path: "\(place)/apps").add(to: router)
        SessionRevocationEndpoint(platform: platform).add(to: router)
        SecretEndpoint(platform: platform).add(to: router)
        ConsentsEndpoint(platform: platform).add(to: router)
        MessagesEndpoint(platform: platform).add(to: router)
        SignInRecordsEndpoint(platform: platform).add(to: router)
        ClockEndpoint(platform: platform).add(to: router)
        KeyRingEndpoint(platform: platform).add(to: router)
        RefusalsEndpoint(refusals: platform.settings.refusals).add(to: router)
        FaultsEndpoint(platform: platform).add(to: router)
        TestTokenEndpoint(platform: platform).add(to: router)
        SignInShortcutEndpoint(platform: platform).add(to: router)
    }
}
