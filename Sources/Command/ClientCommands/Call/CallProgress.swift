// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import SignIn
import Synchronization

final class CallProgress: Sendable {
    private let bar: ProgressBar
    private let shown = Atomic(-1)

    /// Smaller content arrives before a user could read a bar.
    private static let least: Int64 = 1 << 20

    private init(_ bar: ProgressBar) { self.bar = bar }

    static func during<Result>(
        _ body: RequestBody, _ call: (RequestBody, CallProgress) async throws -> Result
    ) async rethrows -> Result {
        try await ProgressBar.during("Transfer") { bar in
            let progress = CallProgress(bar)
            return try await call(body.reporting { progress.show($0) }, progress)
        }
    }

    func show(_ progress: TransferProgress) {
        guard let total = progress.total, total >= Self.least, let fraction = progress.fraction else { return }
        // A terminal is slower than a network.
        let percent = Int(fraction * 100)
        if shown.exchange(percent, ordering: .relaxed) != percent { bar.show(fraction) }
    }

    func clear() { bar.clear() }
}
