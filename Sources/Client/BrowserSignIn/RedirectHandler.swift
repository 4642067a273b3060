// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages
import OAuthMessages
import PortableFoundation

/// Answers one request on a connection, which is closed then.
struct RedirectHandler: Sendable {
    /// The redirect URI; without a port, that of the listener belongs to it.
    let registered: RedirectURI
    let page: AnswerPage
    let inbox: RedirectInbox
    let isOwn: PeerUser.Check

    @Sendable func answer(_ request: ReceivedRequest, from peer: any ByteStream) async throws -> Answer {
        guard let stream = peer as? RedirectStream else { throw ConnectionError.closed }
        let judge = RedirectJudge(redirectURI: registered.withPort(stream.ends.own.port))
        switch judge.judge(request.head.request, awaiting: inbox.awaited, startingAt: inbox.start) {
        case .start(let target):
            // A program of another user may have read the path from a command line, and may find the port.
            guard inbox.mayStart(), await isOwn(stream.ends) else { return foreign }
            return start(at: target, on: stream)
        case .redirect(let redirect):
            guard await isOwn(stream.ends) else { return foreign }
            guard inbox.claim() else { return page.refusal(.gone, "The sign-in already has a response.") }
            // The wait, and perhaps the program, ends only after the browser has its page.
            stream.whenSent { [inbox] _ in inbox.deliver(redirect) }
            return page.answer(to: redirect)
        case .stray(let status, let text):
            if inbox.mayWarn(), await isOwn(stream.ends) { inbox.warnOfMissingAnswer() }
            return page.refusal(status, text)
        case .refusal(let status, let text): return page.refusal(status, text)
        }
    }

    /// Leads the browser to the provider's page.
    ///
    /// A second request gets an error, and so does the person: if the system shows no users, the first may be another
    /// user's. A request without a delivered response does not count.
    private func start(at target: URL, on stream: RedirectStream) -> Answer {
        guard inbox.claimStart() else {
            stream.whenSent { [inbox] _ in inbox.fail(.openedTwice) }
            return page.refusal(
                .gone, "This page was already opened. For safety, the sign-in has ended. Start it again.")
        }
        stream.whenSent { [inbox] isSent in
            if !isSent { inbox.releaseStart() }
        }
        return page.answer(leadingTo: target)
    }

    private var foreign: Answer {
        page.refusal(
            .forbidden,
            "This page is only for the user who started the sign-in, and you could not be identified as that user.")
    }
}
