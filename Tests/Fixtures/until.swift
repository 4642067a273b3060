// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// Waits until another task or program makes a condition true, for a minute at most; it pauses between checks, since a
/// busy loop would slow the others down.
package func until(
    _ what: Comment? = nil, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    var pauses = 0
    while try await !isTrue() {
        try #require(ContinuousClock.now < deadline, what, sourceLocation: sourceLocation)
        await pause(milliseconds: min(pauses, 20))
        pauses += 1
    }
}

private func pause(milliseconds: Int) async {
    guard milliseconds > 0 else { return await Task.yield() }
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
}
