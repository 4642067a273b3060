// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
package import TenantAuthorization
import TenantDirectory

extension AdministrationEndpoints {
    func addMessages(to router: Router<ServingContext>) {
        let path = "\(Self.place)/inbox"
        router.get(RouterPath(path)) { request, _ in
            let page = try ListPage(of: request, knowing: ["to"])
            return page.reply(of: try await platform.inbox.messages(to: page["to"]).map(\.object))
        }
        router.remove(path) { _ in _ = try await platform.database.write { try InboxMessage.deleteAll($0) } }
        router.answer("\(path)/:message") { context in
            let name = try context.part("message")
            return AdministrationReply.json(
                try await platform.database.read { try InboxMessage.require(name, $0) }.object)
        }
        router.remove("\(path)/:message") { context in
            let name = try context.part("message")
            _ = try await platform.database.write { try InboxMessage.require(name, $0).delete($0) }
        }
    }
}

extension InboxMessage {
    fileprivate static func require(_ name: String, _ database: Database) throws -> InboxMessage {
        guard let id = Int64(name), let message = try fetchOne(database, key: id) else {
            throw AdministrationProblem.unknown("message", name)
        }
        return message
    }

    fileprivate var object: JSONValue {
        var members = DocumentMembers(for: .program)
        members.add("id", "\(id ?? 0)")
        for (name, value) in [
            ("channel", channel.rawValue), ("recipient", recipient), ("sender", sender), ("text", text), ("code", code),
        ] {
            members.add(name, value)
        }
        members.add("sentDateTime", sentAt)
        return members.object
    }
}

/// Shows the messages that the tenant "sent"; any local program may read them, because people and phones are invented.
package struct InboxEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    package func add(to router: Router<ServingContext>) {
        router.get(RouterPath(TenantPath.inbox)) { request, _ in
            let recipient = FormParameters(encoded: request.uri.query ?? "")?["to"].flatMap { $0.isEmpty ? nil : $0 }
            let messages = try await platform.inbox.messages(to: recipient)
            return platform.pages.inbox(
                InboxPage(messages: messages, recipient: recipient, now: platform.settings.now()))
        }
    }
}
