// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import LocalTenant
public import PortableFoundation
import TenantDirectory

/// Runs `body` with its own in-process local tenant: the real router, no sockets, and a clock frozen at `start`.
///
/// A delay in the tenant advances the clock, so no test waits for it. A `seed` makes codes, IDs, and tokens
/// reproducible, with publicly known signing keys; without one, they are unguessable.
///
/// As with the real service, an app gets the permissions that people consented to. The tenant's user agent agrees on
/// the consent page. The token endpoint rejects a permission that the sign-in did not request, with `consent_required`.
///
/// - Throws: An error of `body`.
public func withTenant<Result>(
    at start: Date = Date(timeIntervalSince1970: 1_767_225_600), seed: UInt64? = nil,
    _ body: (TestTenant) async throws -> Result
) async throws -> Result {
    let clock = TestClock(start)
    var settings = try TenantSettings.inProcess(clock)
    (settings.keys, settings.seed) = (seed == nil ? .own : .development, seed)
    return try await body(try await TestTenant(IdentityPlatform(settings), clock: clock))
}

/// Runs `body` with its own in-process local tenant, with the content of a tenant file.
///
/// `tessera tenant --export` writes such a file, and docs/tenant-file.md describes the format.
///
/// - Throws: An error of `body`; ``TenantAdministrationError`` with all errors in the file.
public func withTenant<Result>(
    from file: Data, at start: Date = Date(timeIntervalSince1970: 1_767_225_600),
    _ body: (FileTenant) async throws -> Result
) async throws -> Result {
    let clock = TestClock(start)
    var settings = try TenantSettings.inProcess(clock)
    settings.addsSamples = false
    let tenant = try FileTenant(IdentityPlatform(settings), clock: clock)
    try await tenant.administration.take(tenantFile: file)
    return try await body(tenant)
}

/// Runs `body` with its own in-process local tenant, with the content of the tenant file at a URL.
///
/// - Throws: The errors of the function for `Data`; `CocoaError` if the file cannot be read.
public func withTenant<Result>(
    from file: URL, at start: Date = Date(timeIntervalSince1970: 1_767_225_600),
    _ body: (FileTenant) async throws -> Result
) async throws -> Result {
    try await withTenant(from: try Data(contentsOf: file), at: start, body)
}

extension TenantSettings {
    fileprivate static func inProcess(_ clock: TestClock) throws -> TenantSettings {
        let address = ServerAddress(port: 4400)
        let certificateAddress = ServerAddress(port: 4401, scheme: .https)
        var settings = TenantSettings(
            address: address, names: ServerNames(address, others: certificateAddress.authorities),
            signingKey: try SharedSigningKey.data.get(), pause: { clock.advance(by: $0) }, now: { clock.now })
        settings.certificateBase = certificateAddress.base
        return settings
    }
}

/// Generated once per run, because generating an RSA key takes longer than most tests.
private enum SharedSigningKey {
    static let data = Swift.Result { try JSONWebPrivateKey.generateRSA().privateJSONData }
}
