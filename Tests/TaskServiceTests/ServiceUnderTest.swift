// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPServing
import JSONWebSignatures
import ProgramLifecycle
import TaskListClient
import TaskService

struct ServiceUnderTest: Sendable {
    let provider: FakeProvider
    let clock = TestClock()
    let refusals = RefusalLog()
    private let responder: InProcessResponder<RouterResponder<TaskServiceContext>>

    init(
        store: (any TaskStore)? = nil, maximumTaskCount: Int = 1_000, at address: String? = nil,
        with change: (inout TaskServiceSettings) -> Void = { _ in }
    ) throws {
        provider = try FakeProvider()
        var settings = TaskServiceSettings(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer), AccessTokenRules(audiences: ["api://tasks"])
                )
            ],
            hosts: [HostAndPort(host: "localhost", port: 3000)], maximumTaskCount: maximumTaskCount,
            at: address.flatMap(URL.init(string:)))
        change(&settings)
        let router = buildTaskRouter(
            settings, keepingTasksIn: try store ?? SQLiteTaskStore(), over: provider,
            time: TimeSource { [clock] in clock.now }, recordingIn: refusals)
        var logger = Log("test")
        logger.level = .critical
        responder = InProcessResponder(router.buildResponder(), logger: logger)
    }

    /// A request that tests can change.
    struct Call: Sendable {
        var method: HTTPRequest.Method
        var path: String
        var person: String? = "alice"
        var scope = "Tasks.ReadWrite"
        var host = "localhost:3000"
        var contentType: String?
        var body = Data()
        var fields: HTTPFields = [:]
        /// Seconds since the sign-in, if the token names it.
        var signedIn: TimeInterval?

        init(_ method: HTTPRequest.Method, _ path: String) {
            self.method = method
            self.path = path
        }

        static func adding(_ text: String, as person: String = "alice") throws -> Call {
            var call = Call(.post, "/api/tasks")
            call.person = person
            call.contentType = "application/json"
            call.body = try JSONEncoder().encode(["Text": text])
            return call
        }

        static func posting(_ body: String, as contentType: String?) -> Call {
            var call = Call(.post, "/api/tasks")
            call.contentType = contentType
            call.body = Data(body.utf8)
            return call
        }

        func with(_ name: String, _ value: String) -> Call {
            var call = self
            if let name = HTTPField.Name(name) { call.fields.append(HTTPField(name: name, value: value)) }
            return call
        }

        func `as`(_ person: String?) -> Call {
            var call = self
            call.person = person
            return call
        }
    }

    struct Answer: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var code: String? { member("code") }
        var message: String? { member("message") }

        func member(_ name: String) -> String? {
            (try? JSONDecoder().decode([String: JSONValue].self, from: body))?[name]?.string
        }

        func link(_ relation: String) -> String? {
            let links = (fields.value(of: "Link") ?? "").split(separator: ", ")
            return links.first { $0.hasSuffix("; rel=\"\(relation)\"") }?.split(separator: ">").first.map {
                String($0.dropFirst())
            }
        }

        func task() throws -> TaskItem { try TaskListFormat.decoder().decode(TaskItem.self, from: body) }
        func tasks() throws -> [TaskItem] { try TaskListFormat.decoder().decode([TaskItem].self, from: body) }
    }

    func token(of person: String, scope: String, signedIn: TimeInterval? = nil) throws -> String {
        var token = TokenDraft(from: provider, subject: person, at: clock.now)
        token.claims["scp"] = .string(scope)
        if let signedIn { token.set("auth_time", clock.now - signedIn) }
        return try token.signed()
    }

    /// Sends a request, by default with the person's token, and compares the response with the description.
    func send(
        _ call: Call, with token: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        var request = HTTPRequest(method: call.method, scheme: "http", authority: call.host, path: call.path)
        request.headerFields = call.fields
        request.headerFields[.contentType] = call.contentType
        if let person = call.person {
            request.headerFields[.authorization] =
                "Bearer \(try token ?? self.token(of: person, scope: call.scope, signedIn: call.signedIn))"
        }
        let (head, body) = try await responder.respond(to: request, body: call.body)
        let answer = Answer(status: head.status.code, fields: head.headerFields, body: body)
        let faults = try #require(APIDescription.served).faults(of: answer, to: call.method, call.path)
        #expect(faults == [], sourceLocation: sourceLocation)
        return answer
    }

    func texts(of person: String = "alice") async throws -> [String] {
        try await send(Call(.get, "/api/tasks").as(person)).tasks().map(\.text)
    }
}

extension TaskStore {
    /// Read from the JSON for clients.
    func tasks(of owner: String, _ query: TaskQuery = TaskQuery()) async throws -> [TaskItem] {
        try TaskListFormat.decoder().decode([TaskItem].self, from: Data(await list(of: owner, query).json))
    }

    func add(_ task: TaskItem, upTo limit: Int) async throws -> Bool {
        try await add(task, upTo: limit, once: nil) == .added
    }

    /// Whatever its version was.
    func update(_ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?) async throws -> TaskItem? {
        guard case .done(let task) = try await update(id, of: owner, text: text, completed: completed, if: .any) else {
            return nil
        }
        return task.item
    }

    /// Whatever its version was.
    func remove(_ id: TaskItem.ID, of owner: String) async throws -> Bool {
        if case .done = try await remove(id, of: owner, if: .any) { true } else { false }
    }
}
