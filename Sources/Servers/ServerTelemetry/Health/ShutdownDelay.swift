// SPDX-License-Identifier: Apache-2.0
package import ProgramLifecycle

/// Keeps a program open for a while after the signal to end: balancers see that it is not ready, and go elsewhere.
///
/// It stands last among the services, so that it ends first.
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
