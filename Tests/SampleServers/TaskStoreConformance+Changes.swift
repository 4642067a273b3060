// SPDX-License-Identifier: Apache-2.0
import TaskListClient
import TaskService

extension TaskStoreConformance {
    static let changeChecks: [(promise: String, check: Check)] = [
        (
            "a full list takes nothing, and two additions at once share no last place",
            { store in
                let results = try await withThrowingTaskGroup(of: TaskAddition.self) { group in
                    for number in 0..<8 {
                        group.addTask { try await store.add(task("\(number)"), upTo: 3, once: nil) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                return try await all(
                    results.count { $0 == .added } == 3, results.count { $0 == .full } == 5,
                    store.texts().count == 3, store.add(task("bob's", of: "bob"), upTo: 3, once: nil) == .added)
            }
        ),
        (
            "a change gives the changed task, with another version each time",
            { store in
                let mine = try await store.fill(["text"])[0]
                var expected = mine
                expected.completed = true
                let first = try await store.update(mine.id, of: "alice", text: nil, completed: true, if: .any)
                guard case .done(let done) = first, done.item == expected else { return false }
                expected.text = "new"
                let second = try await store.update(mine.id, of: "alice", text: "new", completed: nil, if: .any)
                guard case .done(let changed) = second, changed.item == expected else { return false }
                return try await all(
                    Set([0, done.version, changed.version]).count == 3,
                    store.task(mine.id, of: "alice") == changed, store.items() == [expected])
            }
        ),
        (
            "a change and a removal touch no task of another owner, and no other version",
            { store in
                let mine = try await store.fill(["mine"])[0]
                for condition in [VersionCondition.any, .oneOf([0])] {
                    let change = try await store.update(mine.id, of: "bob", text: "x", completed: true, if: condition)
                    let removal = try await store.remove(mine.id, of: "bob", if: condition)
                    guard change == .missing, removal == .missing else { return false }
                }
                for versions in [[], [7], [-1, Int64.max, Int64.min]] as [Set<Int64>] {
                    let condition = VersionCondition.oneOf(versions)
                    let change = try await store.update(mine.id, of: "alice", text: "x", completed: nil, if: condition)
                    let removal = try await store.remove(mine.id, of: "alice", if: condition)
                    guard change == .otherVersion, removal == .otherVersion else { return false }
                }
                return try await store.task(mine.id, of: "alice") == StoredTask(mine)
            }
        ),
        (
            "of several changes of one version at once, one wins",
            { store in
                let mine = try await store.fill(["0"])[0]
                let results = try await withThrowingTaskGroup(of: TaskChange.self) { group in
                    for number in 1...8 {
                        group.addTask {
                            try await store.update(
                                mine.id, of: "alice", text: "\(number)", completed: nil, if: .oneOf([9, 0]))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let won = results.compactMap { if case .done(let task) = $0 { task } else { nil } }
                let stored = try await store.task(mine.id, of: "alice")
                return all(won.count == 1, won.first == stored, results.count { $0 == .otherVersion } == 7)
            }
        ),
        (
            "a task is removed once, and the removal gives the task",
            { store in
                let mine = try await store.fill(["mine"])[0]
                _ = try await store.update(mine.id, of: "alice", text: nil, completed: true, if: .oneOf([0]))
                guard let stored = try await store.task(mine.id, of: "alice") else { return false }
                let removal = try await store.remove(mine.id, of: "alice", if: .oneOf([stored.version]))
                return try await all(
                    removal == .done(stored), store.remove(mine.id, of: "alice", if: .any) == .missing,
                    store.texts() == [])
            }
        ),
        (
            "a removal by text, and that of all, touch one owner and exactly this text",
            { store in
                _ = try await store.fill(["same", "Same", "same", "other"])
                _ = try await store.fill(["same"], of: "bob")
                try await store.removeAll(withText: "same", of: "alice")
                let left = try await store.texts()
                try await store.removeAll(of: "alice")
                try await store.removeAll(of: "carol")
                return try await all(
                    left == ["Same", "other"], store.texts() == [], store.texts(of: "bob") == ["same"])
            }
        ),
    ]
}
