// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import SignInProvider
import Synchronization

/// A name that only one request at a time holds, across all processes.
struct StorageClaim: Sendable {
    private let storage: any WebSessionStorage
    private let name: String
    private let owner = UUID().uuidString
    private let time: TimeSource

    init(_ name: String, in storage: any WebSessionStorage, time: TimeSource) {
        (self.storage, self.name, self.time) = (storage, name, time)
    }

    /// `false` if other requests held the name for too long.
    func acquire() async throws -> Bool {
        let start = time.elapsed()
        var pause = Duration.milliseconds(20)
        do {
            while try await !storage.claim(name, by: owner, until: time.date() + Self.longest, now: time.date()) {
                guard time.elapsed() - start < Self.longest else { return false }
                try await time.sleep(pause)
                pause = min(pause * 2, .milliseconds(320))
            }
        } catch {
            // The name may be claimed, and only the response lost.
            await release()
            throw error
        }
        return true
    }

    /// Releases the name; if that fails, the claim expires.
    func release() async {
        // In its own task, so that a canceled task releases the name, too.
        _ = await Task { try? await storage.release(name, by: owner) }.value
    }

    func holding<Result>(_ step: () async throws -> Result) async throws -> Result {
        do {
            let result = try await step()
            await release()
            return result
        } catch {
            await release()
            throw error
        }
    }

    /// Longer than a refresh, which sends at most three requests.
    private static let longest: Duration = .seconds(40)
}

/// Schedules the removal of expired sessions, at the first request and then once per minute.
final class Sweep: Sendable {
    private let time: TimeSource
    private let last = Mutex<Duration?>(nil)

    init(time: TimeSource) { self.time = time }

    func isDue() -> Bool {
        let now = time.elapsed()
        return last.withLock { last in
            if let last, now - last < .seconds(60) { return false }
            last = now
            return true
        }
    }
}
