// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Shows what the platform "sent": `/inbox`, and with `?to=` only what one address or telephone got.
///
/// Anybody at this machine may read it. That is what it is for: the people are invented, and their telephones too.
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
