// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

extension CodeDelivery {
    /// The way of a code to a telephone of somebody whose password was right.
    ///
    /// - Parameters:
    ///   - phone: The number.
    ///   - member: Whose it is, or is said to be.
    ///   - subject: What the code is good for.
    ///   - platform: The platform, which knows the name of their directory.
    /// - Throws: What the database throws.
    init(
        to phone: String, of member: BrowserSessions.Member, for subject: String, platform: PlatformContext
    ) async throws {
        self.init(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: subject, holder: "person \(member.person.id)", channel: .sms,
            recipient: phone, sender: try await platform.database.tenant(member.person.tenantID)?.displayName ?? "")
    }
}
