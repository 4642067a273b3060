// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignIn

struct LoopbackVisit: UserAgentVisit {
    let listener: LoopbackListener
    let browser: Browser
    let deadline: Duration
    let announce: (@Sendable (URL) -> Void)?
    let warn: (@Sendable (LoopbackWarning) -> Void)?

    var redirectURI: RedirectURI { listener.redirectURI }

    func open(_ url: URL) async throws -> Redacted<URL> {
        do {
            let redirect = try await redirect(afterShowing: url)
            await listener.close()
            return redirect
        } catch {
            await listener.close()
            throw error
        }
    }

    private func redirect(afterShowing url: URL) async throws -> Redacted<URL> {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw LoopbackUserAgentError(
                .unusableAddress, "browsers open only 'http' and 'https' URLs; this URL has another scheme")
        }
        let start = OneTimeAddress(leadingTo: url)
        let redirects = try listener.inbox.opened(
            awaiting: AwaitedRedirect(answering: url), startingAt: start, warning: warn)
        announce?(url)
        return try await withThrowingTaskGroup(of: Redacted<URL>?.self) { group in
            group.addTask { try await startBrowser(at: start) }
            group.addTask { try await redirects.first { _ in true } }
            group.addTask {
                try await Task.sleep(for: deadline)
                throw LoopbackUserAgentError(
                    .timedOut, "the sign-in in the browser was not finished in time; start again")
            }
            defer { group.cancelAll() }
            while let finished = try await group.next() {
                if let redirect = finished { return redirect }
                try Task.checkCancellation()
            }
            throw CancellationError()
        }
    }

    /// Returns no redirect, because a started browser has not responded yet.
    private func startBrowser(at start: OneTimeAddress) async throws -> Redacted<URL>? {
        guard let page = URL(string: start.path, relativeTo: redirectURI.url)?.absoluteURL else {
            throw LoopbackUserAgentError(
                .unusableAddress, "a browser cannot be started with this redirect URI; register 'http://localhost'")
        }
        do {
            try await browser.open(page)
        } catch let error as LoopbackUserAgentError where error.code == .browserMissing && announce != nil {
            // The user has the URL, and may open it manually.
            warn?(.browserMissing)
        }
        return nil
    }
}
