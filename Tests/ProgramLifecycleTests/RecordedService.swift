// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Synchronization

/// What services did, in order.
final class ServiceRecord: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock(\.self) }

    func add(_ line: String) { entries.withLock { $0.append(line) } }
}

/// The error of a service that fails.
struct ServiceFailure: Error, Equatable {
    let name: String
}

/// A service that records its start and its end.
struct RecordedService: Service {
    let name: String
    let record: ServiceRecord
    /// The time from the wish to end to the end.
    var drain = Duration.zero
    /// The time to a failure; `nil` for a service that does not fail by itself.
    var failsAfter: Duration?
    var failsAtEnd = false
    /// Whether only cancellation ends it.
    var ignoresEnd = false

    func run(until end: Ending) async throws {
        record.add("\(name) starts")
        if let failsAfter {
            try await Task.sleep(for: failsAfter)
            record.add("\(name) fails")
            throw ServiceFailure(name: name)
        }
        if ignoresEnd {
            do {
                try await Task.sleep(for: .seconds(20))
            } catch {
                record.add("\(name) is canceled")
                throw error
            }
        }
        await end.wait()
        record.add("\(name) is asked to end")
        try await Task.sleep(for: drain)
        record.add("\(name) ends")
        if failsAtEnd { throw ServiceFailure(name: name) }
    }
}

extension Ending {
    /// An end that is wanted after a time.
    static func after(_ time: Duration) -> Ending {
        let end = Ending()
        Task {
            try? await Task.sleep(for: time)
            end.want()
        }
        return end
    }
}
