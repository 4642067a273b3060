// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Counts the requests of each person.
///
/// Several instances of the API count together if they share a store.
package protocol RequestLimits: Sendable {
    /// The rate of each person.
    var rate: RequestRate { get }

    /// Counts a request by the rule of ``RequestRate/judge(fullAt:now:)``; reading and writing are one step.
    ///
    /// - Throws: Errors of the store.
    func count(requestOf owner: String, at date: Date) async throws -> RequestAllowance
}
