// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
import PageTemplates
package import PortableFoundation
package import TenantDirectory

package struct InboxPage {
    package let messages: [InboxMessage]
    package let recipient: String?
    package let now: Date

    package init(messages: [InboxMessage], recipient: String?, now: Date) {
        (self.messages, self.recipient, self.now) = (messages, recipient, now)
    }

    var values: PageValues {
        var values: PageValues = [
            "inbox": TenantPath.inbox,
            "refresh": Self.address(to: recipient),
            "messages": messages.map(entry),
        ]
        values["recipient"] = recipient
        return values
    }

    private func entry(_ message: InboxMessage) -> PageValues {
        [
            "channel": message.channel == .sms ? "Text message" : "Email",
            "to": message.recipient, "onlyThese": Self.address(to: message.recipient),
            "sender": message.sender, "text": message.text, "codes": [message.code].compactMap(\.self),
            "age": age(of: message), "time": message.sentAt.formatted(.iso8601),
        ]
    }

    private func age(of message: InboxMessage) -> String {
        let minutes = Int(now.timeIntervalSince(message.sentAt) / 60)
        return switch minutes {
        case ..<1: "just now"
        case 1: "a minute ago"
        case ..<60: "\(minutes) minutes ago"
        case ..<120: "an hour ago"
        case ..<1440: "\(minutes / 60) hours ago"
        default: message.sentAt.formatted(.iso8601.year().month().day())
        }
    }

    private static func address(to recipient: String?) -> String {
        TenantPath.inbox + (recipient.map { "?to=\(FormParameters.encoded($0))" } ?? "")
    }
}

extension Pages {
    package func inbox(_ page: InboxPage) -> Response { html("inbox", page.values) }
}
