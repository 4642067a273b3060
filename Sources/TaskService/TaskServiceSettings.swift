// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPServing
package import Provider

/// For whom the task API works, and where.
package struct TaskServiceSettings: Sendable {
    /// The provider whose tokens are taken.
    package var issuer: URL
    /// How that provider departs from the standard.
    package var providerRules: ProviderRules
    /// For whom a token must be.
    package var tokenRules: AccessTokenRules
    /// What a token must allow.
    package var scope: String
    /// The names under which the API may be called.
    package var hosts: Set<Authority>
    /// How many tasks one owner may have.
    package var maximumTaskCount: Int

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer address.
    ///   - providerRules: How it departs from the standard.
    ///   - tokenRules: The API's own names, and the directories whose people may call it.
    ///   - scope: What a token must allow.
    ///   - hosts: The names under which the API may be called; see `ServerAddress.authorities`.
    ///   - maximumTaskCount: How many tasks one owner may have; the longest list must fit what clients read, 4 MiB.
    package init(
        issuer: URL, providerRules: ProviderRules = .standard, tokenRules: AccessTokenRules,
        scope: String = "Tasks.ReadWrite", hosts: Set<Authority>, maximumTaskCount: Int = 500
    ) {
        self.issuer = issuer
        self.providerRules = providerRules
        self.tokenRules = tokenRules
        self.scope = scope
        self.hosts = hosts
        self.maximumTaskCount = maximumTaskCount
    }
}
