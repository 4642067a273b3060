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

    init(tenant: ServerAddress, tasks: ServerAddress, folder: URL, transport: any Transport) async throws {
        self.tenant = tenant
        self.tasks = tasks
        self.folder = folder
        self.transport = transport
        platform = try IdentityPlatform(
            TenantSettings(
                address: tenant, dataFolder: folder,
                home: HomePageContent(tasksURL: tasks.url, commands: Self.workCommands + Self.customerCommands)))
        store = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        settings = DemoSettings(tenant: tenant.url, tasks: tasks.url, folder: folder)
        people = try await platform.people()
    }

    /// Both servers; the task API reaches the tenant over the network, as it would anywhere else.
    func servers(onListening: @escaping @Sendable (Int) async -> Void) -> [any Service] {
        let taskSettings = TaskServiceSettings(
            accepting: acceptedTokens, scope: SampleApp.tasksScope, hosts: tasks.authorities)
        return [
            HTTPServer(
                responder: platform.router().buildResponder(), at: tenant,
                logger: ServerLogging.logger("tenant"),
                onListening: onListening),
            HTTPServer(
                responder: buildTaskRouter(taskSettings, keepingTasksIn: store, over: transport)
                    .buildResponder(),
                at: tasks, logger: ServerLogging.logger("tasks"), onListening: onListening),
        ]
    }

    /// Whose tokens the task API takes: those of every directory that the task app admits, and those of customers, who
    /// come from one user flow under two names.
    private var acceptedTokens: [AcceptedTokens] {
        let work = EntraAuthority("\(tenant.url)/common").map { authority in
            AcceptedTokens(
                issuer: authority.issuer, providerRules: .entra,
                tokenRules: AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI]))
        }
        let directory = SampleApp.customersID
        let flow = UserFlow.signUpOrSignIn.addressName
        let customers = ["\(tenant.url)/\(directory)/\(flow)", "\(tenant.url)/tfp/\(directory)/\(flow)"]
            .compactMap(UserFlowAuthority.init).map { flow in
                AcceptedTokens(
                    issuer: flow.issuer, metadataURL: flow.metadataURL, providerRules: .userFlow,
                    tokenRules: AccessTokenRules(
                        audiences: [SampleApp.customerTasksID], scopeRule: .everyoneElsesApp))
            }
        return [work].compactMap(\.self) + customers
    }
}
