// SPDX-License-Identifier: Apache-2.0
package import SignInProvider

extension TimeSource {
    /// The same clocks, with real pauses: a waiting request must not move the clock, or the other's claim would expire.
    package var withRealPauses: TimeSource { TimeSource(date: date, elapsed: elapsed) }
}
