// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOHTTP1

/// Answers one request on a connection, then closes it.
final class RedirectHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let judge: RedirectJudge
    private let page: AnswerPage
    private let inbox: RedirectInbox
    private var head: HTTPRequestHead?

    init(judge: RedirectJudge, page: AnswerPage, inbox: RedirectInbox) {
        self.judge = judge
        self.page = page
        self.inbox = inbox
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, on: context.channel)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// NIO has already answered input other than HTTP with 400.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ head: HTTPRequestHead, on connection: any Channel) {
        switch judge.judge(head, awaiting: inbox.awaited, startingAt: inbox.start) {
        case .start(let target): start(at: target, on: connection)
        case .redirect(let redirect):
            guard isOwn(connection) else { return }
            guard inbox.claim() else {
                send(page.refusal(.gone, "The sign-in already has a response."), on: connection)
                return
            }
            // The wait, and perhaps the program, ends only after the browser has its page.
            send(page.answer(to: redirect), on: connection) { [inbox] _ in inbox.deliver(redirect) }
        case .stray:
            if PeerUser.isOwn(connection) { inbox.warnOfMissingAnswer() }
            send(page.refusal(.notFound, "This does not belong to the pending sign-in."), on: connection)
        case .refusal(let status, let text):
            send(page.refusal(status, text), on: connection)
        }
    }

    /// Leads the browser to the provider's page.
    ///
    /// A second request gets an error, and so does the person: if the system shows no users, the first may be another
    /// user's. A request without a delivered response does not count.
    private func start(at target: URL, on connection: any Channel) {
        guard isOwn(connection) else { return }
        guard inbox.claimStart() else {
            let text = "This page was already opened. For safety, the sign-in has ended. Start it again."
            send(page.refusal(.gone, text), on: connection) { [inbox] _ in inbox.fail(.openedTwice) }
            return
        }
        send(page.answer(leadingTo: target), on: connection) { [inbox] isSent in
            if !isSent { inbox.releaseStart() }
        }
    }

    /// A program of another user may have read the path from a command line, and may find the port.
    private func isOwn(_ connection: any Channel) -> Bool {
        guard !PeerUser.isOwn(connection) else { return true }
        let reason =
            "This page is only for the user who started the sign-in, and you could not be identified as that user."
        send(page.refusal(.forbidden, reason), on: connection)
        return false
    }

    private func send(
        _ answer: AnswerPage.Answer, on connection: any Channel,
        then finish: @escaping @Sendable (_ isSent: Bool) -> Void = { _ in }
    ) {
        connection.write(HTTPServerResponsePart.head(answer.head), promise: nil)
        connection.write(HTTPServerResponsePart.body(.byteBuffer(answer.content)), promise: nil)
        connection.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { result in
            if case .success = result { finish(true) } else { finish(false) }
            connection.close(promise: nil)
        }
    }
}
