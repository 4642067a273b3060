// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import MicrosoftIdentity
public import PortableFoundation
import SignIn

/// The provider's pages for the steps of a sign-in; if a user pastes the URL of such a page, the sign-in is not
/// complete.
public struct SignInPages: Sendable, Hashable {
    private let roots: [Root]

    init(_ roots: [URL]) { self.roots = roots.compactMap(Root.init) }

    init(of authority: Authority) {
        if case .userFlow(let userFlow) = authority {
            self.init(of: userFlow)
            return
        }
        // The issuer ends in `/v2.0`; the pages are next to it.
        let directory = authority.issuer.deletingLastPathComponent()
        self.init([directory.appending(path: "oauth2/v2.0/authorize"), directory.appending(path: "login")])
    }

    init(of userFlow: UserFlowAuthority) {
        let directory = Self.directory(of: userFlow)
        self.init(
            [
                directory.appending(path: "oauth2/v2.0/authorize"), directory.appending(path: "login"),
                directory.appending(path: "\(userFlow.userFlow)/oauth2/v2.0/authorize"),
            ])
    }

    init(directoryOf userFlow: UserFlowAuthority) { self.init([Self.directory(of: userFlow)]) }

    func adding(_ root: URL) -> SignInPages { SignInPages(roots + [Root(root)].compactMap(\.self)) }

    private init(_ roots: [Root]) { self.roots = roots }

    /// Whether a page belongs to the sign-in; case, repeated slashes, and the query make no difference.
    public func contains(_ page: URL) -> Bool {
        guard let page = Root(page) else { return false }
        return roots.contains { page.origin == $0.origin && page.segments.starts(with: $0.segments) }
    }

    private static func directory(of userFlow: UserFlowAuthority) -> URL {
        // `…/{directory}/{flow}/v2.0/`
        userFlow.issuer.deletingLastPathComponent().deletingLastPathComponent()
    }
}

private struct Root: Sendable, Hashable {
    let origin: Origin
    let segments: [String]

    init?(_ url: URL) {
        guard let origin = Origin(url), url.user() == nil else { return nil }
        self.origin = origin
        let segments = url.path().lowercased().split(separator: "/").map(String.init)
        // Dots could lead out of the directory.
        guard !segments.contains(where: [".", ".."].contains) else { return nil }
        self.segments = segments
    }
}
