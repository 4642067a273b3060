// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import OAuth
import TaskList
import TaskService
import Testing

/// A database that does not answer now.
@Suite struct StoreUnavailableTests {
    private struct Outage: ActionableError {
        let message = "db.example.com refuses connections"
        let nextAction = NextAction.retry(after: .seconds(3))
    }

    /// A store whose database is away.
    private struct AwayStore: TaskStore {
        func list(of owner: String, _ query: TaskQuery) throws -> TaskPage { throw Outage() }
        func task(_ id: TaskItem.ID, of owner: String) throws -> StoredTask? { throw Outage() }
        func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) throws -> TaskAddition { throw Outage() }
        func update(
            _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
        ) throws -> TaskChange { throw Outage() }
        func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) throws -> TaskChange {
            throw Outage()
        }
        func removeAll(withText text: String, of owner: String) throws { throw Outage() }
        func removeAll(of owner: String) throws { throw Outage() }
    }

    @Test func `its callers may repeat their requests, and do not learn the cause`() async throws {
        let service = try ServiceUnderTest(store: AwayStore())
        let calls: [ServiceUnderTest.Call] = [.init(.get, "/api/tasks"), try .adding("Water the plants")]
        for call in calls {
            let answer = try await service.send(call)
            #expect(answer.status == 503 && answer.fields[.retryAfter] == "3")
            #expect(answer.code == "StoreUnavailable" && !answer.text.contains("example.com"))
        }
    }
}
