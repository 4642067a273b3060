// SPDX-License-Identifier: Apache-2.0
import Foundation
import TaskListClient
import TaskService

extension TaskStoreConformance {
    static let listChecks: [(promise: String, check: Check)] = [
        (
            "a list holds the owner's tasks as they were added, in the bytes of the encoder",
            { store in
                let tasks = try await store.fill(["Buy \"milk\"", "Käse\n\tund 茶", "\u{1F9C0} \\"])
                _ = try await store.fill(["theirs"], of: "bob")
                let page = try await store.list(of: "alice", TaskQuery())
                let (encoded, others) = (try TaskListFormat.encoder().encode(tasks), try await store.texts(of: "bob"))
                return try await all(
                    Data(page.json) == encoded, page.next == nil, others == ["theirs"], store.texts(of: "ALICE") == [])
            }
        ),
        (
            "a task is found by owner and id together, with the version 0",
            { store in
                let mine = try await store.fill(["mine"])[0]
                return try await all(
                    store.task(mine.id, of: "alice") == StoredTask(mine), store.task(mine.id, of: "bob") == nil,
                    store.task("none", of: "alice") == nil)
            }
        ),
        (
            "pages follow each other without gap or repetition, and the last one has no next",
            { store in
                _ = try await store.fill((1...5).map(String.init))
                let first = try await store.list(of: "alice", TaskQuery(limit: 2))
                let second = try await store.list(of: "alice", TaskQuery(after: first.next, limit: 2))
                let (third, rest) = (
                    try await store.list(of: "alice", TaskQuery(after: second.next, limit: 1)),
                    try await store.texts(TaskQuery(after: first.next))
                )
                return try await all(
                    first.next != nil, second.next != nil, third.next == nil, rest == ["3", "4", "5"],
                    store.texts(TaskQuery(limit: 2)) == ["1", "2"],
                    store.texts(TaskQuery(after: second.next, limit: 1)) == ["5"],
                    store.list(of: "alice", TaskQuery(limit: 5)).next == nil)
            }
        ),
        (
            "a page begins behind its place also when that task and all later ones were removed and others added",
            { store in
                let tasks = try await store.fill(["1", "2", "3"])
                let place = try await store.list(of: "alice", TaskQuery(limit: 2)).next
                for task in tasks.dropFirst() { _ = try await store.remove(task.id, of: "alice", if: .any) }
                guard try await store.add(task("4", after: 1), upTo: 9, once: nil) == .added else { return false }
                return try await store.texts(TaskQuery(after: place)) == ["4"]
            }
        ),
        (
            "a filter finds tasks that are done, or open",
            { store in
                let tasks = try await store.fill(["1", "2", "3"])
                _ = try await store.update(tasks[1].id, of: "alice", text: nil, completed: true, if: .any)
                return try await all(
                    store.texts(TaskQuery(completed: true)) == ["2"],
                    store.texts(TaskQuery(completed: false)) == ["1", "3"],
                    store.texts(TaskQuery(completed: false, limit: 1)) == ["1"])
            }
        ),
        (
            "a search ignores case and accents, and takes % and _ as they are",
            { store in
                let texts = ["Crème BRÛLÉE", "100 % sure", "a_b", "axb", "Straße", "\u{FF21}bc"]
                let tasks = try await store.fill(texts)
                let searches: [(String, [Int])] = [
                    ("creme", [0]), ("BRULEE", [0]), ("brûlée", [0]), ("%", [1]), ("_", [2]), ("A", [2, 3, 4, 5]),
                    ("", Array(0..<6)), ("ABC", [5]), ("zz", []), ("S", [1, 4]),
                ]
                for (search, found) in searches {
                    let query = TaskQuery(search: SearchText(search))
                    guard try await store.texts(query) == found.map({ texts[$0] }) else { return false }
                }
                _ = try await store.update(tasks[3].id, of: "alice", text: "Ôté", completed: true, if: .any)
                _ = try await store.update(tasks[0].id, of: "alice", text: "OTE, too", completed: true, if: .any)
                let query = TaskQuery(completed: true, search: SearchText("ote"), limit: 1)
                return try await all(
                    store.texts(TaskQuery(search: SearchText("ote"))) == ["OTE, too", "Ôté"],
                    store.texts(query) == ["OTE, too"], store.list(of: "alice", query).next != nil)
            }
        ),
    ]
}
