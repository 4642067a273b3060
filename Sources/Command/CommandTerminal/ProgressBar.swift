// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// A bar on standard error with the finished part of some work, and an estimate of the rest; only on a terminal.
public struct ProgressBar: Sendable {
    private static let width = 30

    private let title: String
    private let start = ContinuousClock.now
    private let isShown = isatty(STDERR_FILENO) == 1

    private init(_ title: String) { self.title = title }

    /// Runs `work`, and removes the bar when it ends or fails.
    public static func during<Value>(
        _ title: String, _ work: (_ bar: ProgressBar) async throws -> Value
    ) async rethrows -> Value {
        let bar = ProgressBar(title)
        defer { bar.clear() }
        return try await work(bar)
    }

    /// Shows the finished part, from 0 to 1.
    public func show(_ finished: Double) {
        guard isShown else { return }
        FileDescriptor.standardError.show("\r\u{1B}[K\(Self.text(title, finished, after: .now - start))")
    }

    /// Removes the bar.
    public func clear() {
        if isShown { FileDescriptor.standardError.show("\r\u{1B}[K") }
    }

    static func text(_ title: String, _ finished: Double, after time: Duration) -> String {
        let finished = min(max(finished, 0), 1)
        let count = Int(finished * Double(width))
        let bar = String(repeating: "█", count: count) + String(repeating: "░", count: width - count)
        let rest = (0.02..<1).contains(finished) ? time / finished * (1 - finished) : nil
        let left = rest.map { ", \(Int(($0 / .seconds(1)).rounded(.up))) s left" } ?? ""
        return "\(title)  \(bar)  \(Int(finished * 100)) %\(left)"
    }
}
