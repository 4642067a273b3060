// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import SignInProvider
import Synchronization

/// A name that only one request holds at a time, among all processes.
struct StorageClaim: Sendable {
    private let storage: any WebSessionStorage
    private let name: String
    private let owner = UUID().uuidString
    private let time: TimeSource

    init(_ name: String, in storage: any WebSessionStorage, time: TimeSource) {
        (self.storage, self.name, self.time) = (storage, name, time)
    }

    /// Waits for the name.
    ///
    /// - Returns: Whether this request holds it; `false` if others held it all the time.
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
            // The answer may be lost, and the name taken.
            await release()
            throw error
        }
        return true
    }

    /// Gives the name up; if that fails, the claim ends by its time.
    func release() async {
        // A cancelled task gives it up as well, so that no other request waits for its end.
        _ = await Task { try? await storage.release(name, by: owner) }.value
    }

    /// Carries out a step while the name is held.
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

    /// Longer than a refresh, which sends three requests at most.
    private static let longest: Duration = .seconds(40)
}

/// Says at the first request, and then once a minute, that expired sessions are to be removed.
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
