// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import TenantDirectory

extension RegisteredApp {
    mutating func readPermissions(_ object: inout DocumentObject) {
        accessTokenVersion = signInAudience.ordinaryTokenVersion
        object.object("api") { api in
            accessTokenVersion = api.integer("requestedAccessTokenVersion", in: 1...2) ?? accessTokenVersion
            for (scope, text) in api.objects("oauth2PermissionScopes", { Self.permission(in: &$0) }) {
                if scopes.contains(scope) {
                    api.complain("oauth2PermissionScopes", "'\(scope)' occurs twice.", .conflict)
                }
                scopes.append(scope)
                if let text { permissionTexts.append(text) }
            }
        }
    }

    func writePermissions(to members: inout DocumentMembers) {
        members.add("api") { api in
            api.add(
                "requestedAccessTokenVersion", .number("\(accessTokenVersion)"),
                ordinarily: .number("\(signInAudience.ordinaryTokenVersion)"))
            api.add("oauth2PermissionScopes", scopes) { object, scope in
                let text = permissionTexts.first { $0.scope == scope }
                object.add("value", scope)
                object.add("userConsentDisplayName", text?.title)
                object.add("userConsentDescription", text?.sentence)
                let type: ConsentType = text?.needsAdministrator == true ? .administrator : .person
                object.add("type", type.rawValue, ordinarily: ConsentType.person.rawValue)
            }
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
        let scope = value ?? ""
        guard title != nil || sentence != nil || needsAdministrator else { return (scope, nil) }
        let text = PermissionText(
            scope: scope, title: title ?? scope, sentence: sentence ?? "", needsAdministrator: needsAdministrator)
        return (scope, text)
    }

    private enum ConsentType: String, CaseIterable {
        case person = "User"
        case administrator = "Admin"
    }
}

extension DocumentMembers {
    mutating func add<Element>(
        _ name: String, _ elements: [Element], _ fill: (inout DocumentMembers, Element) -> Void
    ) {
        let audience = audience
        let objects = elements.map { element in
            var object = DocumentMembers(for: audience)
            fill(&object, element)
            return object.object
        }
        add(name, objects)
    }
}
