// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Shows the messages that the platform "sent": `/inbox`, and with `?to=` only those to one address or telephone.
///
/// Every program on this machine may read it, by design: the people and their telephones are invented.
package struct InboxEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.get(RouterPath(TenantPath.inbox)) { request, _ in
            let recipient = FormParameters(encoded: request.uri.query ?? "")?["to"].flatMap { $0.isEmpty ? nil : $0 }
            let messages = try await platform.inbox.messages()
                .filter { recipient == nil || $0.recipient.lowercased() == recipient?.lowercased() }
            return platform.pages.inbox(
                InboxPage(messages: messages, recipient: recipient, now: platform.settings.now()))
        }
    }
}
