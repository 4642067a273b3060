// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PageTemplates
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Asks a person once to accept terms of use; the form is bound to the person, the sign-in, and the request.
struct TermsOfUse: Sendable {
    static let agreementField = "termsOfUse"
    private static let proofField = "termsProof"

    let platform: PlatformContext

    func ask(
        _ agreement: String, _ authorize: AuthorizeRequest, of member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        let form = platform.pages.form(authorize, request: request)
        let directory = try await platform.database.tenant(member.person.tenantID)
        let values: PageValues = [
            "directoryName": directory?.displayName ?? member.person.tenantID, "agreement": agreement,
            "agreementField": Self.agreementField, "proofField": Self.proofField,
            "proof": form.proof(of: purpose(agreement, member, authorize)),
        ]
        return platform.pages.html("terms-of-use", form, values, of: member.person)
    }

    /// Records the acceptance, and continues the sign-in; declining ends the sign-in before this step.
    func judge(
        _ form: FormParameters, of member: BrowserSessions.Member, _ authorize: AuthorizeRequest, request: Request
    ) async throws -> Response {
        let agreement = try form.once(Self.agreementField) ?? ""
        let expected = platform.pages.form(authorize, request: request)
            .proof(of: purpose(agreement, member, authorize))
        guard (try form.once(Self.proofField) ?? "").isSameSecret(as: expected) else {
            throw RequestRefusal(
                .formTokenMismatch, "This form belongs to another sign-in. Go back to the app and start again.")
        }
        let acceptance = TermsAcceptance(
            personID: member.person.id, agreementID: agreement, acceptedAt: platform.settings.now().wholeSeconds)
        try await platform.database.write { try acceptance.insert($0, onConflict: .ignore) }
        return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
    }

    private func purpose(
        _ agreement: String, _ member: BrowserSessions.Member, _ authorize: AuthorizeRequest
    ) -> String {
        "terms \(member.person.id) \(member.authenticatedAt.seconds) \(agreement) \(authorize.carried.text)"
    }
}

struct TermsAcceptance: Sendable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "termsAcceptance"

    let personID: String
    let agreementID: String
    let acceptedAt: Date

    static func agreements(of person: DirectoryPerson, in database: TenantDatabase) throws -> Set<String> {
        try database.readHere {
            Set(try String.fetchAll($0, "SELECT agreementID FROM termsAcceptance WHERE personID = \(person.id)"))
        }
    }
}
