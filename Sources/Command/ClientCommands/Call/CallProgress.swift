// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import SignIn
import Synchronization

/// The progress of a call on a terminal: of the content that is sent, then of the one that arrives.
final class CallProgress: Sendable {
    private let bar: ProgressBar
    private let shown = Atomic(-1)

    /// The smallest content with a bar: less is there before a person could read it.
    private static let least: Int64 = 1 << 20

    private init(_ bar: ProgressBar) { self.bar = bar }

    /// Runs a call with the content that it sends, whose progress is shown.
    static func during<Result>(
        _ body: RequestBody, _ call: (RequestBody, CallProgress) async throws -> Result
    ) async rethrows -> Result {
        try await ProgressBar.during("Transfer") { bar in
            let progress = CallProgress(bar)
            return try await call(body.reporting { progress.show($0) }, progress)
        }
    }

    /// Shows how much of a content has been sent or received.
    func show(_ progress: TransferProgress) {
        guard let total = progress.total, total >= Self.least, let fraction = progress.fraction else { return }
        // A terminal is slower than a network.
        let percent = Int(fraction * 100)
        if shown.exchange(percent, ordering: .relaxed) != percent { bar.show(fraction) }
    }

    /// Removes the bar, before the content is shown.
    func clear() { bar.clear() }
}
