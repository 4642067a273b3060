// SPDX-License-Identifier: Apache-2.0
package import SignInProvider

extension TimeSource {
    /// The same clocks, but pauses that take their time.
    ///
    /// A request that waits for another one must not move the clock that both read: the claim of the other would end.
    package var withRealPauses: TimeSource { TimeSource(date: date, elapsed: elapsed) }
}
