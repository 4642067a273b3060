// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
package import HTTPServing

/// For whom the task API works, and where.
package struct TaskServiceSettings: Sendable {
    /// The providers whose tokens are taken, and for whom the tokens must be.
    package var accepted: [AcceptedTokens]
    /// What a token must allow.
    package var scope: String
    /// The names under which the API may be called.
    package var hosts: Set<HostAndPort>
    /// How many tasks one owner may have.
    package var maximumTaskCount: Int

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - accepted: The providers whose tokens are taken. Their rules must give no two people the same caller id.
    ///   - scope: What a token must allow.
    ///   - hosts: The names under which the API may be called; see `ServerAddress.authorities`.
    ///   - maximumTaskCount: How many tasks one owner may have; the longest list must fit what clients read, 4 MiB.
    package init(
        accepting accepted: [AcceptedTokens], scope: String = "Tasks.ReadWrite", hosts: Set<HostAndPort>,
        maximumTaskCount: Int = 500
    ) {
        self.accepted = accepted
        self.scope = scope
        self.hosts = hosts
        self.maximumTaskCount = maximumTaskCount
    }
}
