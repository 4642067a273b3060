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

    /// The signals that one watcher receives.
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
    /// One bit per signal whose next one has its usual effect; the handler reads it.
    private let onceMask = Atomic<UInt64>(0)

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

    /// Begins a watch.
    func add(_ watch: Watch, for watcher: ObjectIdentifier) {
        watches.withLock { watches in
            watches.byWatcher[watcher] = watch
            for number in watch.numbers {
                if watch.isOnce {
                    onceMask.bitwiseOr(Self.bit(number), ordering: .relaxed)
                } else {
                    watches.lastingNumbers.insert(number)
                }
                install(number)
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
                onceMask.bitwiseAnd(~Self.bit(number), ordering: .relaxed)
                if watches.lastingNumbers.contains(number) {
                    install(number)
                } else {
                    signal(number, SIG_DFL)
                }
            }
        }
    }

    private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number) }

    private func install(_ number: Int32) {
        signal(number) { SignalPipe.shared.handle($0) }
    }

    /// Runs in the handler, which may interrupt any code: nothing here allocates, locks, or waits.
    private func handle(_ number: Int32) {
        let error = errno
        if onceMask.load(ordering: .relaxed) & Self.bit(number) != 0 { signal(number, SIG_DFL) }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writingEnd, &byte, 1)
        errno = error
    }

    private func deliver() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(readingEnd, &bytes, bytes.count)
        guard count > 0 else { return }
        watches.withLock { watches in
            for number in bytes.prefix(count).map(Int32.init) {
                for watch in watches.byWatcher.values where watch.numbers.contains(number) {
                    watch.continuation.yield(number)
                }
            }
        }
    }
}
