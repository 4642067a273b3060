// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

/// The activities that keep an app from being suspended; a test can let their time end.
public enum StandInActivities {
    private static let all = Mutex<[(reason: String, block: @Sendable (Bool) -> Void)]>([])

    /// The reasons of those that go on.
    public static var reasons: [String] { all.withLock { $0.map(\.reason) } }

    /// Ends the time of each: the system calls the block once more.
    public static func expire() {
        for activity in all.withLock({ $0 }) { activity.block(true) }
    }

    static func begin(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
        all.withLock { $0.append((reason, block)) }
        DispatchQueue.global().async {
            block(false)
            all.withLock { all in
                if let index = all.firstIndex(where: { $0.reason == reason }) { all.remove(at: index) }
            }
        }
    }
}
