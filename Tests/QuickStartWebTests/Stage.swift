// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import LocalTenant
import QuickStart
import QuickStartWeb
import SampleServers
import SignInTesting
import Testing
import WebSignIn

/// The app with its tenant and its task API in process.
struct Stage: Sendable {
    static let address = "http://localhost:4500"
    static let otherAddress = "http://127.0.0.1:4500"

    let tenant: TestTenant
    let storage: any WebSessionStorage
    let app: QuickStartWeb
    /// The faults of Graph and of the task API.
    let faults = APIFaults()
    let transport: InProcessTransport

    init(
        at tenant: TestTenant, keepingIn storage: any WebSessionStorage = MemoryWebSessionStorage(),
        scopes: String = "offline_access User.Read.All", lifetimes: SessionLifetimes = SessionLifetimes()
    ) throws {
        (self.tenant, self.storage) = (tenant, storage)
        let tasks = try #require(URL(string: "http://localhost:3000"))
        let servers = try tenant.transport(addingTasksAt: tasks)
        app = try QuickStartWeb(
            try Self.settings(at: tenant, scopes: scopes), at: try #require(URL(string: Self.address)),
            keepingIn: storage, over: faults.over(servers), lifetimes: lifetimes,
            time: tenant.clock.time.withRealPauses,
            tenantPage: tenant.address.absoluteString)
        let responder = app.router(ServerNames(ServerAddress(port: 4500), base: BaseURL(Self.address))).buildResponder()
        transport = servers.adding(responder, at: try #require(URL(string: Self.address)))
            .adding(responder, at: try #require(URL(string: Self.otherAddress)))
    }

    private static func settings(at tenant: TestTenant, scopes: String) throws -> [Settings] {
        let work = SettingsFile(
            authority: "\(tenant.address)/common", clientID: SampleApp.quickStartWebID,
            redirectURI: "\(address)\(SampleApp.quickStartWebPath)", scopes: scopes,
            graphAPI: "\(tenant.address)/", taskAPI: "http://localhost:3000",
            taskScopes: "\(SampleApp.tasksURI)/\(SampleApp.tasksScope)", secret: SampleApp.quickStartWebSecret)
        let customers = SettingsFile(
            accountIdentifier: "B2C_Account", clientID: SampleApp.customerWebID,
            directory: "\(tenant.address)/\(SampleApp.customersDomain)", policy: SampleApp.signUpOrSignInFlow,
            resetPolicy: SampleApp.passwordResetFlow, editPolicy: SampleApp.profileEditFlow,
            redirectURI: "\(address)\(SampleApp.customerWebPath)", taskAPI: "http://localhost:3000",
            taskScopes: "\(SampleApp.customerTasksURI)/\(SampleApp.tasksScope)", secret: SampleApp.customerWebSecret)
        return try [work, customers].map { try Settings(propertyList: $0.propertyList(), file: "settings.plist") }
    }

    /// Lets the provider sign a customer in without a page.
    func signInCustomers() async throws {
        try await tenant.signInAutomatically(
            AutomaticSignIn(clientID: SampleApp.customerWebID, person: "ines.kallio@mailbox.example"))
    }

    /// Ends every session, as an administrator does.
    func endSessions() async throws {
        for session in try await storage.signedInSessions(at: tenant.clock.now) { try await storage.remove(session.id) }
    }

    func visitor() -> PageVisitor { PageVisitor(at: Self.address, over: transport) }

    /// A browser in which an employee is signed in.
    func employee(_ person: TestPerson? = nil) async throws -> PageVisitor {
        var visitor = visitor()
        try await signIn(&visitor, at: "/sign-in?registration=myGraphService&return=/people", as: person)
        return visitor
    }

    /// Signs a person in, from an address that leads to the provider; gives the page after it.
    @discardableResult
    func signIn(
        _ visitor: inout PageVisitor, at address: String, as person: TestPerson? = nil,
        path: String = SampleApp.quickStartWebPath
    ) async throws -> TransportResponse {
        try await answer(try await visitor.get(address), &visitor, as: person, path: path)
    }

    /// Answers the redirect to the provider as a person; gives the page after it.
    @discardableResult
    func answer(
        _ start: TransportResponse, _ visitor: inout PageVisitor, as person: TestPerson? = nil,
        path: String = SampleApp.quickStartWebPath
    ) async throws -> TransportResponse {
        #expect(start.status == .seeOther, "\(start.text)")
        // The latest of two sign-ins is the one in use.
        tenant.clock.advance(by: .seconds(1))
        let agent = tenant.userAgent(signingIn: person ?? tenant.person)
        let visit = try await agent.prepareVisit(for: try #require(RedirectURI("\(Self.address)\(path)")))
        let answer = try await visit.open(try #require(URL(string: start.location))).revealed.absoluteString
        let response = try await visitor.get(answer, .elsewhere)
        #expect(response.status == .seeOther, "\(response.text)")
        return try await visitor.get(response.location, .link)
    }
}
