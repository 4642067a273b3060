// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPTransport
import LocalTenant
import QuickStart
import SampleServers
import SignIn
import SignInTesting
import SwiftUI
import TenantControl
import Testing

@testable import QuickStartUI

@MainActor struct AppStage {
    let tenant: TestTenant
    let screen: StandInScreen
    let app: AppModel
    /// The faults of Graph and of the task API.
    let faults = APIFaults()
    private let agent: ScriptedUserAgent

    /// Shows the app to Ana or `userName`; `scene` has the values of an earlier run.
    init(
        at tenant: TestTenant, as userName: String? = nil, scene: StandInScene = StandInScene(),
        keepingIn storage: any AccountStorage = MemoryAccountStorage(), files: [URL] = files
    ) throws {
        self.tenant = tenant
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        let tasks = try #require(URL(string: "http://127.0.0.1:3000"))
        let servers = try tenant.transport(addingTasksAt: tasks)
        agent = tenant.userAgent(signingIn: userName ?? tenant.person.username, password: tenant.password)
        let app = AppModel(
            SettingsShelf(bundled: files, importingTo: folder.appending(path: "Imported")), keepingIn: { _ in storage },
            over: faults.over(servers), with: agent, time: tenant.clock.time)
        self.app = app
        screen = StandInScreen(scene: scene) { QuickStartView(app) }
    }

    /// The app's own settings files, with the addresses of the tenant in process.
    static let files = ["settings", "settings-b2c"].map {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Apps/QuickStart/QuickStart/\($0).plist")
    }

    /// Signs in customers without a page.
    func signInCustomers() async throws {
        try await tenant.signInAutomatically(
            AutomaticSignIn(clientID: SampleApp.customerTasksID, person: "ines.kallio@mailbox.example"))
    }

    func signInAndOpenConor() async throws {
        try await act("Button", "Sign in")
        try await type("con", into: "Search people", "SearchField")
        try await act("HStack", "Conor O'Brien, Regional Sales Manager · Sales", "select")
    }

    func tree() -> StandInNode {
        screen.appear()
        return screen.render()
    }

    /// The accounts marked as active.
    var selected: [String] {
        tree().all("NavigationLink").filter { $0.traits.contains("isSelected") }.map(\.spoken)
    }

    /// Waits until a view of this kind is enabled, and returns it.
    @discardableResult
    func shown(
        _ kind: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> StandInNode {
        var node: StandInNode?
        do {
            try await until {
                node = tree().find(kind, name)
                return node?.isDisabled == false
            }
        } catch {
            Issue.record("no \(kind) '\(name)' in\n\(tree().outline)", sourceLocation: sourceLocation)
        }
        return try #require(node, sourceLocation: sourceLocation)
    }

    /// Waits for a view, and triggers its action.
    func act(
        _ kind: String, _ name: String, _ action: String = "tap", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let node = try await shown(kind, name, sourceLocation: sourceLocation)
        #expect(await node.act(action), "'\(name)' cannot \(action)", sourceLocation: sourceLocation)
    }

    func type(_ text: String, into name: String, _ kind: String = "TextField") async throws {
        let field = try await shown(kind, name)
        let type = try #require(field.type)
        type(text)
    }
}
