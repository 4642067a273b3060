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
    private let tenant: ServerAddress
    private let tasks: ServerAddress
    private let folder: URL
    private let transport: any Transport
    private let platform: IdentityPlatform
    private let store: SQLiteTaskStore
    private let directory: Tenant
    private let people: [DirectoryPerson]
    /// The settings of the demo that was noted before this one.
    private let earlier: String?

    init(tenant: ServerAddress, tasks: ServerAddress, folder: URL, transport: any Transport) async throws {
        self.tenant = tenant
        self.tasks = tasks
        self.folder = folder
        self.transport = transport
        platform = try IdentityPlatform(
            TenantSettings(
                address: tenant, dataFolder: folder,
                home: HomePageContent(tasksURL: tasks.url, commands: Self.commands)))
        store = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        directory = try await platform.tenant()
        people = try await platform.people()
        earlier = try? String(contentsOf: Folders.runningDemo, encoding: .utf8)
    }

    /// Both servers; the task API reaches the tenant over the network, as it would anywhere else.
    func servers(onListening: @escaping @Sendable (Int) async -> Void) -> [any Service] {
        let taskSettings = TaskServiceSettings(
            accepting: [
                AcceptedTokens(
                    issuer: issuer, providerRules: .entra,
                    tokenRules: AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI]))
            ],
            scope: SampleApp.tasksScope, hosts: tasks.authorities)
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

    /// Writes the `settings.plist`, and leaves a note where it is for `--settings demo`.
    func writeSettings() throws {
        let file = SettingsFile(
            authority: "\(tenant.url)/\(directory.id)", clientID: SampleApp.quickStartID,
            redirectURI: "http://localhost",
            scopes: "openid profile offline_access User.Read.All", graphAPI: "\(tenant.url)/",
            taskAPI: tasks.url,
            taskScopes: "\(SampleApp.tasksURI)/\(SampleApp.tasksScope)")
        try file.propertyList().write(to: settingsFile, options: .atomic)
        try FileManager.default.createDirectory(
            at: Folders.home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(settingsFile.path.utf8).write(to: Folders.runningDemo, options: .atomic)
    }

    /// Takes the note away, if it is still ours; a demo that was running before this one gets it back.
    func forgetSettings() {
        guard (try? String(contentsOf: Folders.runningDemo, encoding: .utf8)) == settingsFile.path else { return }
        if let earlier, DataFolderLock.isTaken(URL(filePath: earlier).deletingLastPathComponent()) {
            try? Data(earlier.utf8).write(to: Folders.runningDemo, options: .atomic)
        } else {
            try? FileManager.default.removeItem(at: Folders.runningDemo)
        }
    }

    private var issuer: URL { URL(string: platform.issuer(directory.id)) ?? URL(filePath: "/") }
    private var settingsFile: URL { folder.appending(path: "settings.plist") }
}

extension Demo {
    /// The name under which this program was started, so that the commands can be copied as they are.
    private static var program: String { shellWord(CommandLine.arguments.first ?? "tessera") }

    /// A text as one word of a shell, in quotes where the shell would split or expand it.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                true
            default: "/._-+@%:,".utf8.contains(byte)
            }
        }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }

    /// What to try next.
    static var commands: [String] {
        [
            "\(program) sign-in", "\(program) people find Ana",
            "\(program) tasks add \"Send the minutes to Ana\"",
        ]
    }

    /// What a person reads once everything answers.
    var welcome: [String] {
        [
            "", "The demo is ready. Open this address to see who can sign in, and how:", "",
            "  \(tenant.url)", "",
            "Then try, in another terminal:", "",
        ] + Self.commands.map { "  \($0)" } + ["", "Ctrl-C ends it."]
    }

    /// What a program reads once everything answers.
    var report: DemoReport {
        DemoReport(
            web: tenant.url, tenant: tenant.url, graph: "\(tenant.url)/v1.0", tasks: tasks.url,
            data: folder.path,
            settings: .init(quickstart: settingsFile.path),
            people: people.map {
                .init(
                    name: $0.displayName, username: $0.userPrincipalName,
                    password: IdentityPlatform.samplePassword)
            })
    }
}
