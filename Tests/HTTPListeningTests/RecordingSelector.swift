// SPDX-License-Identifier: Apache-2.0
import Synchronization

@testable import HTTPListening

final class RecordingSelector: Selector {
    private let armed = Mutex<[Readiness]>([])

    /// The requested readiness since the last call.
    func takeArmed() -> [Readiness] {
        armed.withLock { armed in
            defer { armed = [] }
            return armed
        }
    }

    func add(_ descriptor: Int32, token: Token) -> Bool { true }
    func remove(_ token: Token) -> Bool { false }
    func arm(_ token: Token, for readiness: Readiness) -> Bool {
        armed.withLock { $0.append(readiness) }
        return false
    }
    func setTimer(_ deadline: Deadline) -> Bool { false }
    func wait(isLooking: Bool, into events: inout [Event]) {}
    func wake() {}
}
