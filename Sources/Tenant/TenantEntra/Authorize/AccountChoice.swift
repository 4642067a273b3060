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
        let directories = authorize.offeredDirectories
        let offered = Set(directories.map(\.id))
        let members = members.filter { offered.contains($0.person.tenantID) }
        let signedIn = Set(members.map(\.person.id))
        let found = try await platform.database.excerpt(
            matching: error == nil ? "" : username ?? "", of: directories)
        let people = (hinted.map { [$0] } ?? []) + found.people.filter { $0.id != hinted?.id }
        let sessions = members.filter { $0.person.id == hinted?.id } + members.filter { $0.person.id != hinted?.id }
        let groups = Self.groups(
            people.filter { !signedIn.contains($0.id) }, of: directories, first: hinted?.tenantID)
        var values: PageValues = [
            "directoryName": authorize.selector.displayName,
            "loginHint": username ?? hinted?.userPrincipalName ?? authorize.loginHint ?? "",
            "sessions": sessions.map { PersonEntry($0.person).values },
            "directories": groups.map { tenant, people in
                [
                    "id": "people-of-\(tenant.id)",
                    "heading": directories.count == 1 ? "Sample people" : tenant.displayName,
                    "people": people.map { PersonEntry($0).values },
                ] as PageValues
            },
        ]
        values["others"] = found.others
        return platform.pages.html(
            "pick-account", platform.pages.form(authorize, request: request), values, error: error)
    }

    /// The hinted person's directory first, then the smallest, so that each directory shows without scrolling.
    private static func groups(
        _ people: [DirectoryPerson], of directories: [Tenant], first hintedID: String?
    ) -> [(Tenant, [DirectoryPerson])] {
        let people = Dictionary(grouping: people, by: \.tenantID)
        return directories.compactMap { tenant in people[tenant.id].map { (tenant, $0) } }
            .sorted { ($0.0.id == hintedID ? 0 : $0.1.count) < ($1.0.id == hintedID ? 0 : $1.1.count) }
    }
}

/// The claim `login_hint`, opaque but no secret: it fills in a field, or names the person to sign out.
struct LoginHint: Sendable, Hashable {
    private static let mark = "O."

    let personID: String

    init(of person: DirectoryPerson) { personID = person.id }

    init?(_ text: String) {
        guard text.hasPrefix(Self.mark), let bytes = try? Base64URL.decode(text.dropFirst(Self.mark.count)),
            let id = String(validating: bytes, as: UTF8.self), UUID(uuidString: id) != nil
        else { return nil }
        personID = id
    }

    var text: String { Self.mark + personID.utf8.unpaddedBase64URL }
}

extension DirectoryPerson {
    func isMeant(by hint: String) -> Bool {
        let name = LoginHint(hint)?.personID ?? hint
        return [id, userPrincipalName.lowercased()].contains(name.lowercased())
    }
}
