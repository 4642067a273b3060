// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

extension CodeDelivery {
    /// The delivery of a code to the telephone of a person, after the right password.
    ///
    /// - Parameters:
    ///   - phone: The number.
    ///   - member: The person that has, or claims to have, the telephone.
    ///   - subject: The purpose of the code.
    ///   - platform: The platform; it has the name of their directory.
    /// - Throws: Errors of the database.
    init(
        to phone: String, of member: BrowserSessions.Member, for subject: String, platform: PlatformContext
    ) async throws {
        self.init(
            codes: platform.codes, inbox: platform.inbox, now: platform.settings.now,
            subject: subject, holder: "person \(member.person.id)", channel: .sms,
            recipient: phone, sender: try await platform.database.tenant(member.person.tenantID)?.displayName ?? "")
    }
}
