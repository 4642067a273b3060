// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
package import TenantStandard
import TenantTesting

/// All endpoints under `/tessera/v1`, for tests and their tools; ``AdministrationGuard`` checks each request first.
package struct AdministrationEndpoints: Sendable {
    package let platform: PlatformContext
    package let standardProvider: StandardProvider
    package let content: TenantContent

    package init(platform: PlatformContext, standardProvider: StandardProvider, content: TenantContent) {
        (self.platform, self.standardProvider, self.content) = (platform, standardProvider, content)
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
        TestTokenEndpoint(platform: platform, standardProvider: standardProvider).add(to: router)
        SignInShortcutEndpoint(platform: platform).add(to: router)
    }
}

/// Shows, sets and advances the tenant's clock.
struct ClockEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/clock"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.answer(Self.path) { _ in try AdministrationReply.value(platform.clock.reading) }
        router.take(Self.path, method: .put) { (change: ClockChange) in
            try AdministrationReply.value(try await platform.clock.change(change))
        }
        // Returns to the system's time.
        router.answer(Self.path, method: .delete) { _ in
            try AdministrationReply.value(try await platform.clock.reset())
        }
        router.take("\(Self.path)/advance") { (advance: ClockAdvance) in
            try AdministrationReply.value(try await platform.clock.advance(by: advance.seconds))
        }
    }
}

/// Shows the tenant's keys, and rotates them.
struct KeyRingEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/keys"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.answer(Self.path) { _ in try AdministrationReply.value(try platform.keys.ring.report) }
        router.take("\(Self.path)/rotate") { (rotation: KeyRotation) in
            try AdministrationReply.value(
                try await platform.keys.ring.rotate(publishedFor: rotation.publishedFor ?? KeyRotation.usualLead))
        }
    }
}

/// Lists the requests that the tenant refused, the newest first.
struct RefusalsEndpoint: Sendable {
    let refusals: RefusalLog

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath("\(TenantPath.administration)/refusals")) { request, _ in
            let after = try AdministrationContent.query(of: request, knowing: ["after"])["after"] ?? "0"
            guard let number = Int(after), number >= 0 else {
                throw AdministrationProblem(.badRequest, "'after' must be the number of a rejection, from 0.")
            }
            return try AdministrationReply.value(RefusalList(refusals, after: number))
        }
    }
}

/// Issues tokens for tests.
struct TestTokenEndpoint: Sendable {
    let platform: PlatformContext
    let standardProvider: StandardProvider

    func add(to router: Router<ServingContext>) {
        router.take("\(TenantPath.administration)/tokens") { (wanted: TestTokenRequest) in
            let mint = TokenMint(platform: platform, standardProvider: standardProvider, request: wanted)
            let token = try await mint.token()
            return try AdministrationReply.value(TestTokenReply(token: token), status: .created)
        }
    }
}

/// Shows, adds and removes the fault rules.
struct FaultsEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/faults"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.answer(Self.path) { _ in
            try AdministrationReply.value(FaultList(faults: try await platform.faults.all()))
        }
        router.take(Self.path) { (rule: FaultRule) in
            let report = try await platform.faults.add(rule)
            return try AdministrationReply.value(report, status: .created, at: "\(Self.path)/\(report.id)")
        }
        router.remove(Self.path) { _ in try await platform.faults.removeAll() }
        router.answer("\(Self.path)/:number") { context in
            try AdministrationReply.value(try await platform.faults.rule(try Self.id(in: context)))
        }
        router.remove("\(Self.path)/:number") { try await platform.faults.remove(try Self.id(in: $0)) }
    }

    private static func id(in context: ServingContext) throws -> Int64 {
        let text = try context.part("number")
        guard let id = Int64(text) else { throw AdministrationProblem.unknown("fault", text) }
        return id
    }
}
