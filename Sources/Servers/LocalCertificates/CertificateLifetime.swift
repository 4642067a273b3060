// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The times for which certificates are valid, in seconds.
enum CertificateLifetime {
    private static let day: TimeInterval = 86_400

    /// The authority: ten years, so that people must trust it only once.
    static let authority = 3650 * day
    /// The server: Apple's systems accept at most 398 days from public authorities, and 825 from local ones.
    static let server = 397 * day
    /// The time before its end at which a certificate is replaced.
    static let renewal = 30 * day
    /// The time by which a client's clock may be behind.
    static let clockSkew: TimeInterval = 3600

    /// The start and end of a new certificate, in whole seconds, as certificates have no fractions.
    static func span(_ duration: TimeInterval, from now: Date, until end: Date = .distantFuture) -> (Date, Date) {
        let start = Date(timeIntervalSince1970: (now.timeIntervalSince1970 - clockSkew).rounded(.down))
        return (start, min(start + duration, end))
    }
}
