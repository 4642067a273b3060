// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantDirectory

struct AccountChoice: Sendable {
    let platform: PlatformContext

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

struct PickerPage {
    let form: SignInForm
    let directoryName: String
    let error: String?
    let loginHint: String?
    let sessions: [PersonEntry]
    let directories: [Tenant]
    let people: [DirectoryPerson]
    /// The number of people that the page leaves out; `nil` if it shows all.
    let others: String?
    /// The directory that the page shows first.
    var hintedTenantID: String?

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

    /// The hinted person's directory first, then the smallest, so that each directory shows without scrolling.
    private var groups: [(Tenant, [DirectoryPerson])] {
        let people = Dictionary(grouping: people, by: \.tenantID)
        return directories.compactMap { tenant in people[tenant.id].map { (tenant, $0) } }
            .sorted { ($0.0.id == hintedTenantID ? 0 : $0.1.count) < ($1.0.id == hintedTenantID ? 0 : $1.1.count) }
    }
}

/// The claim `login_hint`, opaque but no secret: it fills in a field, or names the person to sign out.
struct LoginHint: Sendable, Hashable {
    private static let mark = "O."

    let personID: String

    init(of person: DirectoryPerson) {
        personID = person.id
    }

    /// Returns `nil` for a user name, or any other text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark), let bytes = try? Base64URL.decode(text.dropFirst(Self.mark.count)),
            let id = String(validating: bytes, as: UTF8.self), UUID(uuidString: id) != nil
        else { return nil }
        personID = id
    }

    var text: String { Self.mark + personID.utf8.unpaddedBase64URL }
}

extension DirectoryPerson {
    /// Whether a hint names this person: by the claim's value, the user name, or the id.
    func isMeant(by hint: String) -> Bool {
        let name = LoginHint(hint)?.personID ?? hint
        return [id, userPrincipalName.lowercased()].contains(name.lowercased())
    }
}
