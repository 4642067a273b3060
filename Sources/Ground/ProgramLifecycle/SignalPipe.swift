// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PortableFoundation
import Synchronization

/// The pipe from the handler of signals to their watchers.
///
/// The handler writes the number of its signal into the pipe. Dispatch has sources for signals, but on Linux they block
/// the signal in the thread that it happens to reach: a second Ctrl-C would then not always end the program.
final class SignalPipe: Sendable {
    /// A process has one table of handlers, and a handler has no context, so all watchers share one pipe.
    static let shared = SignalPipe()

    struct Watch {
        let numbers: [Int32]
        /// Whether a second signal has its usual effect.
        let isOnce: Bool
        let continuation: AsyncStream<Int32>.Continuation
    }

    private let readingEnd: Int32
    private let writingEnd: Int32
    private struct Watches {
        var byWatcher: [ObjectIdentifier: Watch] = [:]
        /// The signals of each watch without `isOnce` so far: they never have their usual effect after a watch.
        var lastingNumbers: Set<Int32> = []
    }

    private let watches = Mutex(Watches())

    private init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("no pipe for signals: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A handler must not wait for a full pipe.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readingEnd = ends[0]
        writingEnd = ends[1]
        let source = DispatchSource.makeReadSource(fileDescriptor: readingEnd, queue: .global())
        // The pipe lives as long as the process, and its source with it: a released source would deliver no more.
        source.setEventHandler { withExtendedLifetime(source) { SignalPipe.shared.deliver() } }
        source.activate()
    }

    func add(_ watch: Watch, for watcher: ObjectIdentifier) {
        watches.withLock { watches in
            watches.byWatcher[watcher] = watch
            for number in watch.numbers {
                if !watch.isOnce { watches.lastingNumbers.insert(number) }
                install(number, isOnce: watches.byWatcher.values.contains { $0.isOnce && $0.numbers.contains(number) })
            }
        }
    }

    /// Ends a watch; a signal has its usual effect again if it was never watched without `isOnce`.
    func remove(_ watcher: ObjectIdentifier) {
        watches.withLock { watches in
            guard let removed = watches.byWatcher.removeValue(forKey: watcher) else { return }
            removed.continuation.finish()
            for number in removed.numbers {
                let others = watches.byWatcher.values.filter { $0.numbers.contains(number) }
                guard !others.contains(where: \.isOnce) else { continue }
                if watches.lastingNumbers.contains(number) {
                    install(number, isOnce: false)
                } else {
                    signal(number, SIG_DFL)
                }
            }
        }
    }

    /// Installs the handler; with `isOnce`, the signal has its usual effect again as soon as it is delivered.
    private func install(_ number: Int32, isOnce: Bool) {
        let handler: @convention(c) (Int32) -> Void = { SignalPipe.shared.handle($0) }
        var action = sigaction()
        // The handler comes first on each system, under different names.
        withUnsafeMutableBytes(of: &action) { $0.storeBytes(of: handler, as: (@convention(c) (Int32) -> Void).self) }
        action.sa_flags = SA_RESTART
        if isOnce { action.sa_flags |= Int32(truncatingIfNeeded: SA_RESETHAND) }
        sigaction(number, &action, nil)
    }

    /// Runs in the handler, which may interrupt any code: nothing here allocates, locks, or waits.
    private func handle(_ number: Int32) {
        let error = errno
        _ = withUnsafeBytes(of: UInt8(truncatingIfNeeded: number)) { write(writingEnd, $0.baseAddress, $0.count) }
        errno = error
    }

    private func deliver() {
        var byte: UInt8 = 0
        while read(readingEnd, &byte, 1) == 1 {
            let number = Int32(byte)
            watches.withLock { watches in
                for watch in watches.byWatcher.values where watch.numbers.contains(number) {
                    watch.continuation.yield(number)
                }
            }
        }
    }
}
