// SPDX-License-Identifier: Apache-2.0

/// Paths that one part of the tenant serves and another names.
enum TenantPath {
    /// The API for tests.
    static let administration = "/tessera/v1"
    /// Messages that the platform "sent".
    static let inbox = "/inbox"
    /// The first segment of every address of the standard provider, which no directory can have as a name.
    static let standardProvider = "/op"
    /// UserInfo of Microsoft Graph. OpenID Connect Core §5.3
    static let userInfo = "/oidc/userinfo"
}
