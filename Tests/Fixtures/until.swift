// SPDX-License-Identifier: Apache-2.0
package import Testing

/// Waits for another task to make a condition true, for a minute at most.
package func until(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ isTrue: () -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isTrue() {
        try #require(ContinuousClock.now < deadline, sourceLocation: sourceLocation)
        await Task.yield()
    }
}
