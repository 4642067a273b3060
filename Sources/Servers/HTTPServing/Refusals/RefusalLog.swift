// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The latest refused requests of one or several servers, kept in memory.
package final class RefusalLog: Sendable {
    /// The number of refusals that it keeps.
    ///
    /// Each new one then removes the oldest of the app and rule with the most, so that a flood of one kind leaves the
    /// others in the log.
    package static let capacity = 500

    private struct Content: Sendable {
        var count = 0
        /// By reference, since one is often removed from the front.
        var kept: [Entry] = []
        /// The number of kept refusals of each app and rule.
        var sizes: [[String?]: Int] = [:]

        mutating func keep(_ refused: RefusedRequest) {
            if kept.count == RefusalLog.capacity, let most = sizes.values.max(),
                let index = kept.firstIndex(where: { sizes[$0.refused.kind] == most })
            {
                sizes[kept.remove(at: index).refused.kind] = most == 1 ? nil : most - 1
            }
            sizes[refused.kind, default: 0] += 1
            kept.append(Entry(refused))
        }
    }

    private final class Entry: Sendable {
        let refused: RefusedRequest

        init(_ refused: RefusedRequest) { self.refused = refused }
    }

    private let content = Mutex(Content())
    private let report: @Sendable (RefusedRequest) -> Void

    /// Creates an empty log.
    ///
    /// - Parameter report: Called with each refusal, for a count; it must not wait.
    package init(reporting report: @escaping @Sendable (RefusedRequest) -> Void = { _ in }) { self.report = report }

    /// Keeps a refusal, and gives it the next number.
    package func keep(_ refused: RefusedRequest) {
        report(refused)
        content.withLock { content in
            content.count += 1
            var refused = refused
            refused.number = content.count
            content.keep(refused)
        }
    }

    /// Forgets every refusal; the numbers go on.
    package func removeAll() {
        content.withLock { content in
            content.kept = []
            content.sizes = [:]
        }
    }

    /// The refusals with a higher number than this, the newest first.
    package func latest(after number: Int = 0) -> [RefusedRequest] { list(after: number).refusals }

    /// The same, and the number of the latest refusal; 0 before the first.
    fileprivate func list(after number: Int) -> (refusals: [RefusedRequest], newest: Int) {
        content.withLock { ($0.kept.reversed().prefix { $0.refused.number > number }.map(\.refused), $0.count) }
    }
}

/// The content of a response with refused requests.
package struct RefusalList: Codable, Sendable {
    /// The requests, the newest first.
    package let refusals: [RefusedRequest]
    /// The number of the latest refusal; a lower one than before means that the server started again.
    package let newest: Int

    /// Lists the refusals of a log with a higher number than this.
    package init(_ log: RefusalLog, after number: Int) {
        (refusals, newest) = log.list(after: number)
    }
}
