// SPDX-License-Identifier: Apache-2.0
import TaskListClient
import TaskService

extension TaskStoreConformance {
    private static func key(_ text: String) throws -> IdempotencyKey {
        guard let key = IdempotencyKey(text) else { throw NoKey(text: text) }
        return key
    }

    private struct NoKey: Error {
        let text: String
    }

    static let keyChecks: [(promise: String, check: Check)] = [
        (
            "a key and its text add one task, however often they come, also after that task has changed or is gone",
            { store in
                let first = task("text")
                guard try await store.add(first, upTo: 1, once: key("k")) == .added else { return false }
                // The list is full meanwhile, which is no reason to refuse a repetition.
                let again = try await store.add(task("text", after: 60), upTo: 1, once: key("k"))
                _ = try await store.update(first.id, of: "alice", text: "new", completed: true, if: .any)
                let changed = try await store.add(task("text", after: 90), upTo: 1, once: key("k"))
                try await store.removeAll(of: "alice")
                let gone = try await store.add(task("text", after: 120), upTo: 1, once: key("k"))
                return try await all([again, changed, gone].allSatisfy { $0 == .repeated(first) }, store.texts() == [])
            }
        ),
        (
            "a key with another text adds nothing",
            { store in
                _ = try await store.add(task("text"), upTo: 9, once: key("k"))
                return try await all(
                    store.add(task("Text"), upTo: 9, once: key("k")) == .keyReused,
                    store.add(task("text"), upTo: 9, once: key("K")) == .added, store.texts() == ["text", "text"])
            }
        ),
        (
            "each owner has keys of their own",
            { store in
                _ = try await store.add(task("mine"), upTo: 9, once: key("k"))
                return try await all(
                    store.add(task("theirs", of: "bob"), upTo: 9, once: key("k")) == .added,
                    store.texts(of: "bob") == ["theirs"])
            }
        ),
        (
            "a key lasts for a day, and no longer",
            { store in
                let first = task("text")
                _ = try await store.add(first, upTo: 9, once: key("k"))
                // In numbers: openapi.json promises the day.
                let last = task("text", after: 86_400 - 0.001)
                let late = task("text", after: 86_400)
                return try await all(
                    store.add(last, upTo: 9, once: key("k")) == .repeated(first),
                    store.add(late, upTo: 9, once: key("k")) == .added,
                    store.add(task("text", after: 86_401), upTo: 9, once: key("k")) == .repeated(late),
                    store.texts() == ["text", "text"])
            }
        ),
        (
            "an expired key takes another text, also where more have expired than one addition removes",
            { store in
                for number in 0..<100 { _ = try await store.add(task("\(number)"), upTo: 999, once: key("\(number)")) }
                _ = try await store.add(task("text", after: 1), upTo: 999, once: key("k"))
                return try await store.add(task("other", after: 86_401), upTo: 999, once: key("k")) == .added
            }
        ),
        (
            "a full list keeps no key",
            { store in
                let full = try await store.add(task("text"), upTo: 0, once: key("k"))
                return try await all(full == .full, store.add(task("other"), upTo: 1, once: key("k")) == .added)
            }
        ),
        (
            "of several requests with one key at once, one adds the task, and the others give that task",
            { store in
                let results = try await withThrowingTaskGroup(of: TaskAddition.self) { group in
                    for _ in 0..<8 { group.addTask { try await store.add(task("text"), upTo: 9, once: key("k")) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let tasks = try await store.items()
                return all(
                    tasks.count == 1, results.count { $0 == .added } == 1,
                    results.count { $0 == tasks.first.map(TaskAddition.repeated) } == 7)
            }
        ),
        (
            "an addition that fails leaves no key behind",
            { store in
                let taken = try await store.fill(["taken"])[0]
                let twice = task("text", taken.id)
                guard (try? await store.add(twice, upTo: 9, once: key("k"))) == nil else { return false }
                return try await store.add(task("other"), upTo: 9, once: key("k")) == .added
            }
        ),
    ]
}
