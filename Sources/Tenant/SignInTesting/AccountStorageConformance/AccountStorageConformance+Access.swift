// SPDX-License-Identifier: Apache-2.0
import SignIn

/// Exclusive access.
extension AccountStorageConformance {
    func runsAlone() async throws {
        let storage = try await open()
        try await requireAlone(in: [storage], "one task at a time is inside")
    }

    /// Starts many tasks with access to one account, and counts how many run at once.
    func requireAlone(in storages: [any AccountStorage], _ promise: String) async throws {
        let id = try await storages[0].save(sample()).id
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                let storage = storages[number % storages.count]
                group.addTask {
                    try await storage.withExclusiveAccess(to: id) {
                        room.enter()
                        // Gives the other tasks time to enter, in case the storage does not exclude them.
                        for _ in 0..<50 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        try require(room.visits == 12, "everyone who asks runs once")
        try require(room.most == 1, promise)
    }

    func separatesAccounts() async throws {
        let storage = try await open()
        let (ann, ben) = (try sample().id, try sample("ben").id)
        let isRun = try await storage.withExclusiveAccess(to: ann) {
            try await within(deadline / 2) { try await storage.withExclusiveAccess(to: ben) { true } }
        }
        try require(isRun == true, "another account can be worked on meanwhile")
    }

    func worksWhileAlone() async throws {
        let storage = try await open()
        let first = try sample()
        let isDone: Bool? = try await within(deadline / 2) {
            try await storage.withExclusiveAccess(to: first.id) {
                let saved = try await storage.save(first)
                let read = try await storage.record(first.id)
                try await storage.save(saved.renewed("second"))
                try await storage.remove(first.id)
                return read == saved
            }
        }
        try require(isDone == true, "whoever has an account alone can save, read and remove it")
    }

    func survivesErrors() async throws {
        struct Mishap: Error {}
        let storage = try await open()
        let id = try sample().id
        do {
            try await storage.withExclusiveAccess(to: id) { throw Mishap() }
            throw Broken(promise: "an error of the work is passed on")
        } catch is Mishap {}
        let isRun = try await within(deadline / 2) { try await storage.withExclusiveAccess(to: id) { true } }
        try require(isRun == true, "an error of the work lets the next one in")
    }

    func cancelsWaiting() async throws {
        let storage = try await open()
        let id = try sample().id
        let room = Room()
        try await storage.withExclusiveAccess(to: id) {
            let waiting = Task { try await storage.withExclusiveAccess(to: id) { room.enter() } }
            for _ in 0..<50 { await Task.yield() }
            waiting.cancel()
            let result = try await within(deadline / 2) { await waiting.result }
            guard case .failure(let error)? = result, error is CancellationError else {
                throw Broken(promise: "whoever is cancelled stops waiting, with CancellationError")
            }
        }
        try require(room.visits == 0, "whoever was cancelled does not run")
        let isRun = try await within(deadline / 2) { try await storage.withExclusiveAccess(to: id) { true } }
        try require(isRun == true, "the account is free afterwards")
    }
}
