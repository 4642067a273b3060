// SPDX-License-Identifier: Apache-2.0
import Foundation

extension DirectoryPerson {
    /// Why nothing is given any more for what was granted, or for a session that began, at a time; `nil` if it counts.
    func refusal(ofGrantFrom grantedAt: Date) -> EntraError? {
        guard accountEnabled else { return .accountDisabled }
        guard let validFrom = signInSessionsValidFrom, grantedAt < validFrom else { return nil }
        return .grantRevoked(grantedAt: grantedAt, validFrom: validFrom)
    }
}
