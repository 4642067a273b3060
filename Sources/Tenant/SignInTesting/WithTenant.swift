// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPServing
import JOSE
import LocalTenant
import TenantDirectory

/// Runs `body` with a local tenant of its own, in process: the real router, no sockets, and a clock that
/// stands still until it is moved; a tenant that takes its time moves it, and nobody waits.
///
/// As at the real service, an app gets what people consented to. The user agent of the tenant agrees on the consent
/// page; a permission that a sign-in did not ask for is refused at the token endpoint with `consent_required`.
///
/// - Parameters:
///   - start: The time at which the clock stands.
///   - seed: Makes codes, ids and tokens the same in every run, with signing keys that everybody knows; `nil` makes
///     them unguessable.
///   - body: The test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withTenant<Result>(
    at start: Date = Date(timeIntervalSince1970: 1_767_225_600), seed: UInt64? = nil,
    _ body: (TestTenant) async throws -> Result
) async throws -> Result {
    let clock = TestClock(start)
    let settings = TenantSettings(
        address: ServerAddress(port: 4400), signingKey: try SharedSigningKey.data.get(),
        keys: seed == nil ? .own : .development, seed: seed, pause: { clock.advance(by: $0) }, now: { clock.now })
    return try await body(try await TestTenant(IdentityPlatform(settings), clock: clock))
}

/// Runs `body` with a local tenant of its own, in process, whose content is what a tenant file says.
///
/// - Parameters:
///   - file: The file, as `tessera tenant --export` writes it; docs/tenant-file.md says what can stand in one.
///   - start: The time at which the clock stands.
///   - body: The test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``TenantAdministrationError`` with everything that is wrong in the file.
public func withTenant<Result>(
    from file: Data, at start: Date = Date(timeIntervalSince1970: 1_767_225_600),
    _ body: (FileTenant) async throws -> Result
) async throws -> Result {
    let clock = TestClock(start)
    var settings = TenantSettings(
        address: ServerAddress(port: 4400), signingKey: try SharedSigningKey.data.get(),
        pause: { clock.advance(by: $0) }, now: { clock.now })
    settings.addsSamples = false
    let tenant = try FileTenant(IdentityPlatform(settings), clock: clock)
    try await tenant.administration.take(tenantFile: file)
    return try await body(tenant)
}

/// Runs `body` with a local tenant of its own, in process, whose content is what the tenant file at an address says.
///
/// - Throws: As there; `CocoaError` if the file cannot be read.
public func withTenant<Result>(
    from file: URL, at start: Date = Date(timeIntervalSince1970: 1_767_225_600),
    _ body: (FileTenant) async throws -> Result
) async throws -> Result {
    try await withTenant(from: try Data(contentsOf: file), at: start, body)
}

/// Made once in each run: an RSA key takes longer than most tests.
private enum SharedSigningKey {
    static let data = Swift.Result { try JSONWebPrivateKey.generateRSA().privateJSONData }
}
