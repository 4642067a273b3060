// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import HTTPTransport
import MicrosoftGraph
import OAuthMessages
import QuickStart
import SignIn
import TaskListClient

@MainActor enum PreviewContent {
    static var people: [Person] {
        let text = """
            [{"id": "1", "displayName": "Ana Silva", "jobTitle": "Analyst", "department": "Sales",
              "mail": "ana.silva@example.com", "businessPhones": ["+351 21 555 0100"], "officeLocation": "2/11"},
             {"id": "2", "displayName": "Conor O'Brien"}]
            """
        return (try? JSONDecoder().decode([Person].self, from: Data(text.utf8))) ?? []
    }

    static func page(_ profile: Phase<Person>) -> PersonState {
        var state = PersonState()
        state.open("1")
        guard let visit = state.visit else { return state }
        state.take(.profile(profile), for: visit)
        state.take(.manager(people.last.map(Phase.content) ?? .empty), for: visit)
        state.take(.directReports(.failed(failure)), for: visit)
        state.take(.photo(.empty), for: visit)
        return state
    }

    static var rows: [TaskRow] {
        var state = TaskListState()
        let load = state.load()
        let added = Date(timeIntervalSince1970: 1_767_225_600)
        state.loaded(
            [
                TaskItem(id: "1", owner: "ana", text: "Send the minutes", completed: true, date: added),
                TaskItem(id: "2", owner: "ana", text: "Water the plants", completed: false, date: added),
            ], for: load)
        return state.phase.content ?? []
    }

    static var account: Account? {
        let text = """
            {"authority": "https://login.example.com/", "claims": {"name": "Ana Silva",
             "preferred_username": "ana.silva@example.com"}, "clientID": "client", "generation": 0,
             "issuer": "https://login.example.com/", "refreshToken": "refresh", "registration": "preview",
             "signedInAt": 1767225600, "subject": "ana", "tokens": [], "version": 1}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let record = try? decoder.decode(AccountRecord.self, from: Data(text.utf8))
        return record?.account(at: Date(timeIntervalSince1970: 1_767_225_600))
    }

    static let failure = Failure(.unreachable, .retry(after: nil))

    static var app: AppModel {
        AppModel(
            SettingsShelf(bundled: []), keepingIn: { _ in MemoryAccountStorage() }, over: NoTransport(), with: NoAgent()
        )
    }

    static var registration: RegistrationModel? {
        let file = SettingsFile(
            authority: "https://login.example.com/common", clientID: "client", redirectURI: "com.example.app://auth",
            scopes: "openid User.Read", graphAPI: "https://graph.example.com/")
        let settings = try? QuickStart.Settings(propertyList: file.propertyList(), file: "settings.plist")
        let store = AccountStore(MemoryAccountStorage(), over: NoTransport())
        return settings.map { RegistrationModel(AppConnection($0, accounts: store), with: NoAgent()) }
    }

    private struct NoTransport: Transport {
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            throw TransportError(.unreachable, "a preview asks no server")
        }
    }

    private struct NoAgent: UserAgent {
        func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit { throw CancellationError() }
    }
}

extension Phase {
    @MainActor static func each(_ content: Content) -> [Phase] {
        [.idle, .busy, .empty, .content(content), .failed(PreviewContent.failure), .signedOut]
    }

    var name: String {
        switch self {
        case .idle: "idle"
        case .busy: "busy"
        case .empty: "empty"
        case .content: "content"
        case .failed: "failed"
        case .signedOut: "signed out"
        }
    }
}
#endif
