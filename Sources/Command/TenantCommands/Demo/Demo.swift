// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import ClientCommands
import HTTPServing
import LocalTenant
import MicrosoftIdentity
import PortableFoundation
import ProgramLifecycle
import QuickStart
import QuickStartWeb
import SignIn
import TaskService
import TenantAuthorization
import TenantDirectory
import WebSignIn

package struct Demo: Sendable {
    let tenant: ServerAddress
    let tasks: ServerAddress
    let web: WebAddress
    let settings: DemoSettings
    let folder: URL
    let people: [DirectoryPerson]
    private let transport: any Transport
    private let platform: IdentityPlatform
    private let store: SQLiteTaskStore

    init(
        tenant: ServerAddress, tasks: ServerAddress, web: WebAddress, folder: URL, transport: any Transport,
        repeating: RepeatOptions
    ) async throws {
        self.tenant = tenant
        self.tasks = tasks
        self.web = web
        self.folder = folder
        self.transport = transport
        let taskFile = folder.appending(path: "tasks.sqlite")
        // Before the tenant is opened, which migrates its file: a refusal must leave the whole folder unchanged.
        try SQLiteTaskStore.check(file: taskFile)
        try WebDataOption.checkSessions(in: folder)
        var tenantSettings = TenantSettings(address: tenant, dataFolder: folder)
        tenantSettings.administrationKey = TenantCommand.administrationKey
        repeating.apply(to: &tenantSettings)
        platform = try IdentityPlatform(
            tenantSettings,
            home: HomePageContent(tasksURL: tasks.url, commands: Self.workCommands + Self.customerCommands),
            quickStartLogout:
                "\(web.names.base)\(WebSignIn.frontChannelLogoutPath(of: Settings.registrationName))")
        store = try SQLiteTaskStore(file: taskFile)
        settings = DemoSettings(
            tenant: tenant.url, tasks: tasks.url, web: web.names.base.description, folder: folder)
        people = try await platform.people()
    }

    /// The number of servers that call `onListening`; the app counts as one, although it may listen at two addresses.
    static let serverCount = 3

    /// The servers; the task API and the app send their requests to the tenant over the network, as in production.
    func servers(onListening: @escaping @Sendable () async -> Void) throws -> [any Service] {
        let taskSettings = TaskServiceSettings(
            accepting: try acceptedTokens(), scope: SampleApp.tasksScope, hosts: tasks.authorities,
            at: URL(string: tasks.url))
        return [
            HTTPServer(
                responder: platform.router().buildResponder(), at: tenant,
                logger: ServerLogging.logger("tenant"),
                onListening: { _ in await onListening() }),
            HTTPServer(
                responder: buildTaskRouter(
                    taskSettings, keepingTasksIn: store, over: transport,
                    // With its own clock, the API would refuse each token once a test moves the tenant's clock.
                    time: TimeSource { [clock = platform.context.clock] in clock.now },
                    recordingIn: platform.context.settings.refusals
                ).buildResponder(),
                at: tasks, logger: ServerLogging.logger("tasks"), onListening: { _ in await onListening() }),
        ] + web.servers(web.responder(of: try app()), onListening: onListening)
    }

    private func app() throws -> QuickStartWeb {
        try QuickStartWeb(
            DemoSettings.web(beside: settings.work).map(DemoNote.settings), at: web.url,
            keepingIn: WebDataOption.sessions(in: folder), over: transport,
            time: TimeSource { [clock = platform.context.clock] in clock.now }, tenantPage: tenant.url)
    }

    /// Each directory that the task app admits, and the customers' user flow under its two names.
    private func acceptedTokens() throws -> [AcceptedTokens] {
        let work = try Self.authority(at: "\(tenant.url)/common")
        let path = "\(SampleApp.customersID)/\(SampleApp.signUpOrSignInFlow)"
        let customers = try ["\(tenant.url)/\(path)", "\(tenant.url)/tfp/\(path)"]
            .map(Self.authority)
        return [
            AcceptedTokens(from: work.provider, AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI]))
        ]
            + customers.map { flow in
                AcceptedTokens(
                    from: flow.provider,
                    AccessTokenRules(audiences: [SampleApp.customerTasksID], scopeRule: .everyAppButItsOwn))
            }
    }

    /// Throws for an invalid address: without its provider, the API would reject these users without a reason.
    private static func authority(at address: String) throws -> Authority {
        guard let authority = try? Authority(address) else {
            throw CommandError(
                "the task API cannot accept tokens from '\(address)', which is not a valid issuer",
                hint: "choose another port: --port NUMBER")
        }
        return authority
    }

    private static var program: String { (CommandLine.arguments.first ?? "tessera").shellWord }

    static var workCommands: [String] {
        [
            "\(program) sign-in", "\(program) people find Ana",
            "\(program) tasks add \"Send the minutes to Ana\"",
        ]
    }

    static var customerCommands: [String] {
        ["\(program) sign-in --settings demo-b2c", "\(program) tasks list --settings demo-b2c"]
    }

    var welcome: [String] {
        [
            "", "The demo is ready. Open this URL:", "",
            "  \(web.names.base)", "",
            "Sample users and the tenant's details:", "",
            "  \(tenant.url)", "",
            "Or, in another terminal, as an employee of the company:", "",
        ] + Self.workCommands.map { "  \($0)" } + [
            "", "or as a customer, who can sign up; codes arrive at \(tenant.url)/inbox:", "",
        ] + Self.customerCommands.map { "  \($0)" } + ["", "Press Ctrl-C to stop."]
    }

    var report: DemoReport {
        DemoReport(
            web: web.names.base.description, tenant: tenant.url, graph: "\(tenant.url)/v1.0", tasks: tasks.url,
            data: folder.path,
            settings: .init(quickstart: settings.work.path, b2c: settings.customer.path),
            people: people.map {
                .init(name: $0.displayName, username: $0.userPrincipalName, password: IdentityPlatform.samplePassword)
            })
    }
}

struct DemoReport: Encodable {
    struct SettingsFiles: Encodable {
        let quickstart: String
        let b2c: String
    }
    struct Person: Encodable {
        let name: String
        let username: String
        let password: String
    }

    let web: String
    let tenant: String
    let graph: String
    let tasks: String
    let data: String
    let settings: SettingsFiles
    let people: [Person]
}
