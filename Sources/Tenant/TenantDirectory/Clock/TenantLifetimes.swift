// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
package import SQLiteRecords
import Synchronization

/// The lifetimes that a tenant file can set in `lifetimes`; user flows set those of customers' other tokens.
package enum TenantLifetime: String, CaseIterable, Sendable {
    case entraCode = "entraID.code"
    /// Unless a file sets it, Entra ID adds up to 30 minutes at random, so that tokens do not expire together.
    case entraAccessToken = "entraID.accessToken"
    /// Access tokens for clients and APIs that handle an early revocation (`cp1`).
    case entraRevocableAccessToken = "entraID.revocableAccessToken"
    case entraIDToken = "entraID.idToken"
    case entraRefreshToken = "entraID.refreshToken"
    /// The total lifetime of a sign-in's refresh tokens in a single-page app; refreshing does not extend it.
    case entraSinglePage = "entraID.singlePageRefreshToken"
    case entraDeviceCode = "entraID.deviceCode"
    case entraSession = "entraID.session"
    case customerCode = "customers.code"
    /// The total lifetime of a sign-in's refresh tokens in a single-page app; refreshing does not extend it.
    case customerSinglePage = "customers.singlePageRefreshToken"
    case customerSession = "customers.session"
    case customerEmailProof = "customers.emailProof"
    /// RFC 6749 §4.1.2 allows ten minutes; a client that redeems the code immediately needs seconds.
    case standardCode = "standard.code"
    case standardAccessToken = "standard.accessToken"
    case standardIDToken = "standard.idToken"
    case standardLogoutToken = "standard.logoutToken"
    /// Each rotation starts this lifetime again.
    case standardRefreshToken = "standard.refreshToken"
    /// Limits all tokens of a sign-in, however often they are refreshed.
    case standardGrant = "standard.grant"
    case standardDeviceCode = "standard.deviceCode"
    case standardPushedRequest = "standard.pushedRequest"
    case standardSession = "standard.session"
    case standardInteraction = "standard.interaction"
    case oneTimeCode = "inbox.oneTimeCode"

    /// In seconds; signed tokens expire within a day, because a retired key is not published longer.
    private var figures: (usual: Int, maximum: Int) {
        let (minute, hour, day) = (60, 3600, 86_400)
        return switch self {
        case .entraCode, .customerCode, .oneTimeCode: (10 * minute, day)
        case .entraAccessToken, .entraIDToken, .standardIDToken, .customerEmailProof, .standardInteraction: (hour, day)
        case .entraRevocableAccessToken: (day - 1, day)
        case .entraRefreshToken, .standardGrant: (90 * day, 3660 * day)
        case .entraSinglePage, .entraSession, .customerSinglePage, .customerSession, .standardSession: (day, 3660 * day)
        case .entraDeviceCode, .standardDeviceCode: (15 * minute, day)
        case .standardCode, .standardPushedRequest: (minute, day)
        case .standardAccessToken: (10 * minute, day)
        case .standardLogoutToken: (2 * minute, day)
        case .standardRefreshToken: (30 * day, 3660 * day)
        }
    }

    package var usual: Int { figures.usual }
    package var range: ClosedRange<Int> { 1...figures.maximum }

    package var path: (group: String, member: String) {
        let parts = rawValue.split(separator: ".").map(String.init)
        return (parts[0], parts[1])
    }
}

package final class TenantLifetimes: Sendable {
    private let chosen = Mutex<[TenantLifetime: Int]>([:])

    init() {}

    package subscript(lifetime: TenantLifetime) -> TimeInterval { TimeInterval(seconds(lifetime)) }

    package func seconds(_ lifetime: TenantLifetime) -> Int { chosen(lifetime) ?? lifetime.usual }

    package func chosen(_ lifetime: TenantLifetime) -> Int? { chosen.withLock { $0[lifetime] } }

    func load(from database: Database) throws {
        let kept = try Self.kept(in: database)
        chosen.withLock { $0 = kept }
    }

    package func follow(_ database: Database) throws {
        let kept = try Self.kept(in: database)
        database.afterNextTransaction(onCommit: { [self] _ in chosen.withLock { $0 = kept } })
    }

    package static func kept(in database: Database) throws -> [TenantLifetime: Int] {
        let stored: [String: Int] = try TenantDatabase.state("lifetimes", in: database) ?? [:]
        return Dictionary(
            uniqueKeysWithValues: stored.compactMap { name, value in TenantLifetime(rawValue: name).map { ($0, value) }
            })
    }

    package static func keep(_ chosen: [TenantLifetime: Int], in database: Database) throws {
        let stored = Dictionary(uniqueKeysWithValues: chosen.map { ($0.key.rawValue, $0.value) })
        try TenantDatabase.keep(stored, as: "lifetimes", in: database)
    }
}
