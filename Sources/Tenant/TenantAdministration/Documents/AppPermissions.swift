// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import TenantDirectory

/// The permissions of an app's API, in the member `api` of a registration.
struct AppPermissions {
    var scopes: [String] = []
    /// The version of access tokens for the API.
    var tokenVersion: Int
    /// The default version.
    private let ordinaryVersion: Int
    var texts: [PermissionText] = []

    /// The permissions of an app.
    init(of app: RegisteredApp) {
        scopes = app.scopes
        tokenVersion = app.accessTokenVersion
        ordinaryVersion = app.signInAudience.ordinaryTokenVersion
        texts = app.permissionTexts
    }

    /// Reads it.
    ///
    /// - Parameters:
    ///   - object: The app.
    ///   - audience: The directories that may sign in to the app.
    init(reading object: inout DocumentObject, for audience: SignInAudience) {
        ordinaryVersion = audience.ordinaryTokenVersion
        tokenVersion = ordinaryVersion
        object.object("api") { api in
            tokenVersion = api.integer("requestedAccessTokenVersion", in: 1...2) ?? tokenVersion
            let read = api.objects("oauth2PermissionScopes") { Self.permission(in: &$0) }
            for (scope, text) in read {
                if scopes.contains(scope) {
                    api.complain("oauth2PermissionScopes", "'\(scope)' occurs twice.", .conflict)
                }
                scopes.append(scope)
                if let text { texts.append(text) }
            }
        }
    }

    /// Writes it.
    func write(to members: inout DocumentMembers) {
        members.add("api") { api in
            api.add(
                "requestedAccessTokenVersion", .number("\(tokenVersion)"), ordinarily: .number("\(ordinaryVersion)"))
            api.add("oauth2PermissionScopes", scopes.map { permission($0, for: api.audience) })
        }
    }

    private static func permission(in object: inout DocumentObject) -> (String, PermissionText?) {
        let value = object.text("value", as: "a permission's name, such as Tasks.ReadWrite") { text in
            text.wholeMatch(of: #/[!#-\[\]-~]{1,120}/#) != nil && !text.contains("/")
        }
        if value == nil, !object.has("value") { object.complain("value", "'value' is missing; give it a name.") }
        let title = object.text("userConsentDisplayName")
        let sentence = object.text("userConsentDescription", maximum: 1024)
        let needsAdministrator = object.choice("type", of: ConsentType.self) == .administrator
        guard title != nil || sentence != nil || needsAdministrator else { return (value ?? "", nil) }
        let text = PermissionText(
            scope: value ?? "", title: title ?? value ?? "", sentence: sentence ?? "",
            needsAdministrator: needsAdministrator)
        return (value ?? "", text)
    }

    private func permission(_ scope: String, for audience: DocumentMembers.Audience) -> JSONValue {
        var members = DocumentMembers(for: audience)
        let text = texts.first { $0.scope == scope }
        members.add("value", scope)
        members.add("userConsentDisplayName", text?.title)
        members.add("userConsentDescription", text?.sentence)
        let type: ConsentType = text?.needsAdministrator == true ? .administrator : .person
        members.add("type", type.rawValue, ordinarily: ConsentType.person.rawValue)
        return members.object
    }

    /// The people that may agree to a permission; the names are Microsoft Graph's.
    private enum ConsentType: String, CaseIterable {
        case person = "User"
        case administrator = "Admin"
    }
}
