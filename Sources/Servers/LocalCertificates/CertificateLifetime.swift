// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How long certificates are valid, in seconds.
enum CertificateLifetime {
    private static let day: TimeInterval = 86_400

    /// The authority: ten years, so that trust given once lasts.
    static let authority = 3650 * day
    /// The server: what Apple's systems accept at most of public authorities is 398 days, of local ones 825.
    static let server = 397 * day
    /// How long before its end a certificate is renewed.
    static let renewal = 30 * day
    /// How far behind the clock of a client may be.
    static let clockSkew: TimeInterval = 3600

    /// From when to when something made now is valid; whole seconds, as certificates know no others.
    static func span(_ duration: TimeInterval, from now: Date, until end: Date = .distantFuture) -> (Date, Date) {
        let start = Date(timeIntervalSince1970: (now.timeIntervalSince1970 - clockSkew).rounded(.down))
        return (start, min(start + duration, end))
    }
}
