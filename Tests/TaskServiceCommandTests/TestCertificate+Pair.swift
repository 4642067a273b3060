// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation

extension TestCertificate {
    /// A certificate of its own and its key, as PEM.
    static func pair() throws -> (certificate: String, key: String) {
        let certificate = try TestCertificate(named: "localhost", from: Date(timeIntervalSinceNow: -3600))
        return (try certificate.pem, certificate.privateKeyPEM)
    }
}
