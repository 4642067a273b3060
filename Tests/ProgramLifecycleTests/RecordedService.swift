// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Synchronization

final class ServiceRecord: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock(\.self) }

    func add(_ line: String) { entries.withLock { $0.append(line) } }
}

struct ServiceFailure: Error, Equatable {
    let name: String
}

struct RecordedService: Service {
    enum Behavior {
        case endsWhenAsked
        case failsWhenAsked
        /// Fails by itself, when these services have started.
        case failsAfter([Ending])
        /// Ends only by cancellation, which it throws.
        case ignoresEnd
    }

    let name: String
    let record: ServiceRecord
    var behavior = Behavior.endsWhenAsked
    /// Is requested when the service has started.
    let started = Ending()

    func run(until end: Ending) async throws {
        record.add("\(name) starts")
        started.request()
        switch behavior {
        case .failsAfter(let others):
            for other in others { await other.wait() }
            record.add("\(name) fails")
            throw ServiceFailure(name: name)
        case .ignoresEnd:
            await Ending().wait()
            record.add("\(name) is canceled")
            throw CancellationError()
        case .endsWhenAsked, .failsWhenAsked:
            await end.wait()
            record.add("\(name) is asked to end")
            // Another service that is asked at the same time writes its line now.
            for _ in 0..<1000 { await Task.yield() }
            record.add("\(name) ends")
            if case .failsWhenAsked = behavior { throw ServiceFailure(name: name) }
        }
    }
}

extension Ending {
    /// An end that is requested when all services have started.
    static func afterStart(of services: [RecordedService]) -> Ending {
        let end = Ending()
        Task {
            for service in services { await service.started.wait() }
            end.request()
        }
        return end
    }
}
