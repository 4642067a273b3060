// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

/// Empties a tenant; its keys stay, so that clients need not fetch them again.
enum TenantReset {
    /// The emptied tables; a table comes after those that refer to it.
    static let tables = [
        "sessionClient", "browserSession", "customerSession", "consent", "authorizationCode", "refreshToken",
        "userFlowGrant", "deviceCode", "userCodeGuess", "inboxMessage", "oneTimeCode", "oneTimeCodeEffort",
        "standardDeviceCode", "standardCode", "standardAccessToken", "standardRefreshToken", "standardGrant",
        "standardSession", "standardConsent", "standardInteraction", "standardPushedRequest", "standardUsedIdentifier",
        "standardClient", "oneTimeSignIn", "automaticSignIn", "faultRule", "userFlow", "customAttribute",
        "conditionalAccessPolicy", "directoryGroup", "customer", "person", "app", "tenant",
    ]

    /// Removes everything.
    static func clear(_ database: Database) throws {
        for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        try ClockState().keep(in: database)
    }
}
