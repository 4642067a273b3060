// SPDX-License-Identifier: Apache-2.0

package import ProgramLifecycle
import Synchronization

/// Whether a service can serve, for load balancers; unlike a failed health check, this must not restart the service.
package final class ServiceReadiness: Sendable {
    package struct Check: Sendable {
        let name: String
        let problem: @Sendable () async -> String?

        /// The problem can contain a host, but no secret.
        package init(_ name: String, _ problem: @escaping @Sendable () async -> String?) {
            (self.name, self.problem) = (name, problem)
        }
    }

    package struct Report: Sendable, Encodable, Hashable {
        package let ready: Bool
        /// Each check, with `ok` or its problem.
        package let checks: [String: String]
    }

    private let checks: Mutex<[Check]>
    private let limit: Duration
    private let isEnding = Mutex(false)

    package init(_ checks: [Check] = [], limit: Duration = .seconds(2)) {
        self.checks = Mutex(checks)
        self.limit = limit
    }

    package func require(_ check: Check) { checks.withLock { $0.append(check) } }

    package var isShuttingDown: Bool { isEnding.withLock { $0 } }

    package func beginShutdown() { isEnding.withLock { $0 = true } }

    package func report() async -> Report {
        var found = await withTaskGroup(of: (String, String).self) { group in
            for check in checks.withLock(\.self) {
                group.addTask { [limit] in (check.name, await Self.result(of: check, within: limit)) }
            }
            return await group.reduce(into: [String: String]()) { $0[$1.0] = $1.1 }
        }
        if isShuttingDown { found["shutdown"] = "the service is shutting down" }
        return Report(ready: found.values.allSatisfy { $0 == Self.good }, checks: found)
    }

    private static let good = "ok"

    /// The limit works only for checks that end when their task is canceled.
    private static func result(of check: Check, within limit: Duration) async -> String {
        await withTaskGroup(of: String.self) { group in
            group.addTask { await check.problem() ?? good }
            group.addTask {
                try? await Task.sleep(for: limit)
                return "no response in \(limit)"
            }
            defer { group.cancelAll() }
            return await group.next() ?? good
        }
    }
}

/// Delays the end of a program, so that load balancers notice; must be the last service, so that it ends first.
package struct ShutdownDelay: Service {
    private let readiness: ServiceReadiness
    private let delay: Duration

    package init(_ readiness: ServiceReadiness, for delay: Duration) {
        (self.readiness, self.delay) = (readiness, delay)
    }

    package func run(until end: Ending) async {
        await end.wait()
        readiness.beginShutdown()
        try? await Task.sleep(for: delay)
    }
}
