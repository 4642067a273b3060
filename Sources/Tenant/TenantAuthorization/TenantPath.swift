// SPDX-License-Identifier: Apache-2.0

/// Paths that one part of the tenant serves and another names.
package enum TenantPath {
    /// The API for tests.
    package static let administration = "/tessera/v1"
    /// Messages that the platform "sent".
    package static let inbox = "/inbox"
    /// The first segment of every address of the standard provider, which no directory can have as a name.
    package static let standardProvider = "/op"
    /// UserInfo of Microsoft Graph. OpenID Connect Core §5.3
    package static let userInfo = "/oidc/userinfo"
}
