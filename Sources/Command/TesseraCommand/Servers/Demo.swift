// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import HTTPServing
import Hummingbird
import LocalTenant
import MicrosoftIdentity
import QuickStart
import ServiceLifecycle
import SignIn
import TaskService
import TenantDirectory
import TenantAuthorization

/// The tenant, the task API and the settings that lead an app to both.
struct Demo: Sendable {
    let tenant: ServerAddress
    let tasks: ServerAddress
    let settings: DemoSettings
    let folder: URL
    let people: [DirectoryPerson]
    private let transport: any Transport
    private let platform: IdentityPlatform
    private let store: SQLiteTaskStore

    init(
        tenant: ServerAddress, tasks: ServerAddress, folder: URL, transport: any Transport, repeating: RepeatOptions
    ) async throws {
        self.tenant = tenant
        self.tasks = tasks
        self.folder = folder
        self.transport = transport
        var tenantSettings = TenantSettings(address: tenant, dataFolder: folder)
        tenantSettings.administrationKey = TenantCommand.administrationKey
        repeating.apply(to: &tenantSettings)
        platform = try IdentityPlatform(
            tenantSettings,
            home: HomePageContent(tasksURL: tasks.url, commands: Self.workCommands + Self.customerCommands))
        store = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        settings = DemoSettings(tenant: tenant.url, tasks: tasks.url, folder: folder)
        people = try await platform.people()
    }

    /// Both servers; the task API reaches the tenant over the network, as it would anywhere else.
    func servers(onListening: @escaping @Sendable (Int) async -> Void) throws -> [any Service] {
        let taskSettings = TaskServiceSettings(
            accepting: try acceptedTokens(), scope: SampleApp.tasksScope, hosts: tasks.authorities)
        return [
            HTTPServer(
                responder: platform.router().buildResponder(), at: tenant,
                logger: ServerLogging.logger("tenant"),
                onListening: onListening),
            HTTPServer(
                responder: buildTaskRouter(
                    taskSettings, keepingTasksIn: store, over: transport,
                    // Or every token would be over, or from the future, once the tenant's clock is moved.
                    now: { [clock = platform.context.clock] in clock.now }
                ).buildResponder(),
                at: tasks, logger: ServerLogging.logger("tasks"), onListening: onListening),
        ]
    }

    /// Whose tokens the task API takes: those of every directory that the task app admits, and those of customers, who
    /// come from one user flow under two names.
    private func acceptedTokens() throws -> [AcceptedTokens] {
        let work = try Self.authority(at: "\(tenant.url)/common")
        let path = "\(SampleApp.customersID)/\(SampleApp.signUpOrSignInFlow)"
        let customers = try ["\(tenant.url)/\(path)", "\(tenant.url)/tfp/\(path)"]
            .map(Self.authority)
        return [
            AcceptedTokens(
                from: work.provider, AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI]))
        ]
            + customers.map { flow in
                AcceptedTokens(
                    from: flow.provider,
                    AccessTokenRules(audiences: [SampleApp.customerTasksID], scopeRule: .everyAppButItsOwn))
            }
    }

    /// A provider that the task API would leave out in silence refuses its people without a reason.
    private static func authority(at address: String) throws -> Authority {
        guard let authority = try? Authority(address) else {
            throw CommandError(
                "the task API cannot accept tokens of '\(address)', which is no provider's address",
                hint: "choose another port: --port NUMBER")
        }
        return authority
    }
}
