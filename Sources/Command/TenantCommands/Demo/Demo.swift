// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import ClientCommands
import Foundation
import HTTPServing
import Hummingbird
import LocalTenant
import MicrosoftIdentity
import QuickStart
import ServiceLifecycle
import SignIn
import TaskService
import TenantAuthorization
import TenantDirectory

/// The tenant, the task API and the settings with the addresses of both.
package struct Demo: Sendable {
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

    /// Both servers; the task API sends its requests to the tenant over the network, as in production.
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
                    // With its own clock, the API would refuse each token once a test moves the tenant's clock.
                    now: { [clock = platform.context.clock] in clock.now },
                    recordingIn: platform.context.settings.refusals
                ).buildResponder(),
                at: tasks, logger: ServerLogging.logger("tasks"), onListening: onListening),
        ]
    }

    /// The providers of the task API: each directory that the task app admits, and the customers' user flow under its
    /// two names.
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

    /// An invalid address is an error: without its provider, the API would refuse these people without a reason.
    private static func authority(at address: String) throws -> Authority {
        guard let authority = try? Authority(address) else {
            throw CommandError(
                "the task API cannot accept tokens of '\(address)', which is no provider's address",
                hint: "choose another port: --port NUMBER")
        }
        return authority
    }
}
