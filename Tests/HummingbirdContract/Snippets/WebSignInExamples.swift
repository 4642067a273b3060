// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import WebSignIn
import WebSignInHummingbird

// snippet: WebSessionRequestContext
struct BookContext: WebSessionRequestContext {
    var coreContext: CoreRequestContextStorage
    var webSession: WebSession?

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
// snippet: end

func addSignIn(to router: Router<BookContext>, of web: WebSignIn) {
    // snippet: addSignIn on Hummingbird
    router.addSignIn(web)
    router.get("hello") { _, context in
        "Hello, \(try await context.account().identity.name ?? "you")!"
    }
    // snippet: end
}
