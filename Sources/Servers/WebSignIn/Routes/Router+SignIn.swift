// SPDX-License-Identifier: Apache-2.0
public import HTTPServing

extension Router where Context: WebSignInRequestContext {
    /// Adds the session middleware and the sign-in pages; call it before you add the app's own routes.
    public func addSignIn(_ app: WebSignIn) {
        add(middleware: SecurityHeaders())
        add(middleware: WebSignInMiddleware(app))
        get(RouterPath(SignInPath.start)) { request, _ in try await app.startPage(request) }
        get(RouterPath(SignInPath.form)) { request, context in
            try await app.formPage(request, session: context.requireSession())
        }
        get(RouterPath(SignInPath.sessions)) { try await app.sessionsPage($0, session: $1.requireSession()) }
        post(RouterPath(SignInPath.sessions)) { try await app.endSession($0, session: $1.requireSession()) }
        get(RouterPath(SignInPath.signOut)) { try await app.signOutPage($0, session: $1.requireSession()) }
        post(RouterPath(SignInPath.signOut)) { try await app.signOut($0, session: $1.requireSession()) }
        get(RouterPath(SignInPath.signedOut)) { request, _ in
            app.page(.signedOut(everywhere: request.uri.query != "here"), request)
        }
        post("\(SignInPath.backChannel)/{registration}") { request, context in
            try await app.backChannelLogout(
                request, of: context.parameters.require("registration"), logger: context.logger)
        }
        get("\(SignInPath.frontChannel)/{registration}") { request, context in
            // Link previews send HEAD.
            guard request.method == .get else { throw HTTPError(.methodNotAllowed) }
            return try await app.frontChannelLogout(request, of: context.parameters.require("registration"))
        }
        for path in Set(app.allRegistrations.map(\.redirectURI.path)) {
            get(RouterPath(path)) { request, context in
                try await app.answerPage(request, session: context.requireSession(), logger: context.logger)
            }
            post(RouterPath(path)) { request, _ in app.page(.answerPosted, request) }
        }
    }
}
