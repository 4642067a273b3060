// SPDX-License-Identifier: Apache-2.0

/// Paths that one part of the tenant serves and others link to.
package enum TenantPath {
    /// The API for tests.
    package static let administration = "/tessera/v1"
    /// The messages of the simulated channels.
    package static let inbox = "/inbox"
    /// The first segment of every address of the standard provider; no directory can have it as a name.
    package static let standardProvider = "/op"
    /// UserInfo of Microsoft Graph. OpenID Connect Core §5.3
    package static let userInfo = "/oidc/userinfo"
}
