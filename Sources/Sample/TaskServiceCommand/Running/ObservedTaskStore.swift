// SPDX-License-Identifier: Apache-2.0
import ServerTelemetry
import TaskListClient
import TaskService

struct ObservedTaskStore: TaskStore {
    private let store: any TaskStore
    /// By operation and outcome.
    private let timers: KeptSeries<[String], HistogramSeries>
    private let tracer: SpanTracer?

    init(_ store: any TaskStore, metrics: PrometheusMetrics, tracer: SpanTracer?) {
        (self.store, self.tracer) = (store, tracer)
        timers = KeptSeries { key in
            metrics.timer("task_store_duration_seconds", [("operation", key[0]), ("outcome", key[1])])
        }
    }

    func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage {
        try await observed("list") { try await store.list(of: owner, query) }
    }

    func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask? {
        try await observed("task") { try await store.task(id, of: owner) }
    }

    func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition {
        try await observed("add") { try await store.add(task, upTo: limit, once: key) }
    }

    func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await observed("update") {
            try await store.update(id, of: owner, text: text, completed: completed, if: condition)
        }
    }

    func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) async throws -> TaskChange {
        try await observed("remove") { try await store.remove(id, of: owner, if: condition) }
    }

    func removeAll(withText text: String, of owner: String) async throws {
        try await observed("removeAll") { try await store.removeAll(withText: text, of: owner) }
    }

    func removeAll(of owner: String) async throws {
        try await observed("removeAll") { try await store.removeAll(of: owner) }
    }

    private func observed<Result>(
        _ operation: String, _ body: () async throws -> Result
    ) async throws -> Result {
        let start = ContinuousClock.now
        var outcome = "failed"
        defer { timers[[operation, outcome]].record(ContinuousClock.now - start) }
        let result =
            if let tracer {
                try await tracer.withSpan("task store \(operation)", ofKind: .client) { _ in try await body() }
            } else {
                try await body()
            }
        outcome = "done"
        return result
    }
}
