// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The account picker, with the people that may sign in at this address.
struct AccountChoice: Sendable {
    let platform: PlatformContext

    /// The page.
    ///
    /// The hinted person is shown first; without a username, the field has the app's hint.
    func page(
        _ authorize: AuthorizeRequest, among members: [BrowserSessions.Member], hinted: DirectoryPerson? = nil,
        username: String? = nil, error: String? = nil, request: Request
    ) async throws -> Response {
        let offered = Set(authorize.offeredDirectories.map(\.id))
        return try await platform.pages.picker(
            authorize, members: members.filter { offered.contains($0.person.tenantID) },
            people: try await platform.database.excerpt(
                matching: error == nil ? "" : username ?? "", of: authorize.offeredDirectories),
            hinted: hinted, username: username ?? hinted?.userPrincipalName, error: error, request: request)
    }
}

/// The account picker.
struct PickerPage {
    let form: SignInForm
    let directoryName: String
    let error: String?
    let loginHint: String?
    let sessions: [PersonEntry]
    let directories: [Tenant]
    let people: [DirectoryPerson]
    /// How many people the page leaves out; `nil` if it shows all of them.
    let others: String?
    /// The directory of the hinted person; the page shows it first.
    var hintedTenantID: String?

    /// The values for the template.
    var values: PageValues {
        var values = form.values
        values["directoryName"] = directoryName
        values["loginHint"] = loginHint ?? ""
        values["error"] = error
        values["sessions"] = sessions.map(\.values)
        values["others"] = others
        values["directories"] = groups.map { tenant, people in
            [
                "id": "people-of-\(tenant.id)",
                "heading": directories.count == 1 ? "Sample people" : tenant.displayName,
                "people": people.map { PersonEntry($0).values },
            ] as PageValues
        }
        return values
    }

    /// The people by directory: that of the hint, then the smallest, so that each directory shows without scrolling.
    private var groups: [(Tenant, [DirectoryPerson])] {
        let people = Dictionary(grouping: people, by: \.tenantID)
        return directories.compactMap { tenant in people[tenant.id].map { (tenant, $0) } }
            .sorted { ($0.0.id == hintedTenantID ? 0 : $0.1.count) < ($1.0.id == hintedTenantID ? 0 : $1.1.count) }
    }
}

/// The value of the claim `login_hint`: it names an account, in a form that is opaque to apps.
///
/// It is no secret and proves nothing: it fills in a field, or names the person to sign out.
struct LoginHint: Sendable, Hashable {
    private static let mark = "O."

    /// The id of the person.
    let personID: String

    init(of person: DirectoryPerson) {
        personID = person.id
    }

    /// Reads the claim's value; `nil` for user names and everything else.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark), let bytes = try? Base64URL.decode(text.dropFirst(Self.mark.count)),
            let id = String(validating: bytes, as: UTF8.self), UUID(uuidString: id) != nil
        else { return nil }
        personID = id
    }

    /// The value of the claim.
    var text: String { Self.mark + personID.utf8.unpaddedBase64URL }
}

extension DirectoryPerson {
    /// Whether a hint means this person: by the claim's value, by user name, or by id.
    func isMeant(by hint: String) -> Bool {
        let name = LoginHint(hint)?.personID ?? hint
        return [id, userPrincipalName.lowercased()].contains(name.lowercased())
    }
}
