// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// One client, from accept to close; responds to each request before it reads the next.
struct Connection: Sendable {
    let stream: any ByteStream
    let limits: Limits
    let handler: Handler

    func run() async {
        await serve()
        stream.close()
    }

    private func serve() async {
        var input = Input()
        do throws(ConnectionError) {
            while let head = try await readHead(&input) {
                guard await answer(head, &input) else { return }
            }
            await stream.finish(each: limits.linger)
        } catch {
            switch error {
            case .malformed(let status): await refuse(status)
            case .plainHTTP: await refusePlainHTTP()
            // Over TLS, close_notify shows the client that nothing was cut off.
            case .timedOut, .closed, .cancelled, .secondReader: await stream.finish(each: limits.linger)
            }
        }
    }

    private func readHead(_ input: inout Input) async throws(ConnectionError) -> ReceivedHead? {
        var parser = HeadParser(limits)
        let deadline = Deadline.after(limits.idle, from: limits.now())
        while true {
            switch parser.take(&input) {
            case .head(let head): return head
            case .refused(let status): throw .malformed(status)
            case .more:
                let count = try await stream.read(into: &input, atMost: 4096, until: deadline, cancellable: false)
                if count == 0 { return nil }
            }
        }
    }

    /// Sends the handler's response; returns whether another request may follow, with which the input then begins.
    private func answer(_ head: ReceivedHead, _ input: inout Input) async -> Bool {
        let content = head.framing == .none ? nil : Content(head, input, stream, limits)
        // The content has the only reference, so that it changes the bytes without a copy.
        if content != nil { input = Input() }
        stream.begin()
        let response = try? await handler(ReceivedRequest(head: head, content: content), stream)
        // Regardless of the response: a handler may have mistaken a part of the content for the whole.
        if let failure = content?.failure {
            switch failure {
            case .timedOut: await refuse(408)
            case .malformed(let status): await refuse(status)
            case .closed, .cancelled, .secondReader, .plainHTTP: break
            }
            return false
        }
        guard let response, await send(response, to: head, content) else { return false }
        guard let content else { return true }
        // Only after the response: a client may wait for it before it sends the rest.
        guard let rest = await content.skipRest() else {
            await linger()
            return false
        }
        input = rest
        return true
    }

    private func send(_ response: Answer, to head: ReceivedHead, _ content: Content?) async -> Bool {
        let isLast = stream.isDraining || Task.isCancelled || head.closesConnection || response.closesConnection
        let isClosing = isLast || content?.mayBeSkipped == false
        let bytes = ResponseEncoder.encode(response, for: head, closing: isClosing)
        guard (try? await stream.write(bytes, each: limits.write)) != nil else { return false }
        // After the write, because a drain must not interrupt a response.
        guard stream.end(), !isClosing else {
            await linger()
            return false
        }
        return true
    }

    private func refuse(_ code: Int) async {
        let status = HTTPResponse.Status(code: code)
        let text = code == 408 ? "The request took too long to arrive; send it again.\n" : "\(status.reasonPhrase)\n"
        let bytes = ResponseEncoder.encode(Answer(status, text: text), for: nil, closing: true)
        guard (try? await stream.write(bytes, each: limits.linger)) != nil else { return }
        await linger()
    }

    private func refusePlainHTTP() async {
        let text = "This port accepts only https: begin the URL with https:// and send it again.\n"
        let bytes = ResponseEncoder.encode(Answer(.badRequest, text: text), for: nil, closing: true)
        await stream.writePlain(bytes, each: limits.linger)
        await stream.finish(each: limits.linger)
    }

    /// Ends our side, and drops bytes for a while: after a reset, a client that still sends may lose the response.
    ///
    /// A drain does not wait for that.
    private func linger() async {
        _ = stream.end()
        await stream.finish(each: limits.linger)
        let deadline = Deadline.after(limits.linger, from: limits.now())
        var input = Input()
        var budget = 1 << 20
        while budget > 0, limits.now() < deadline.nanoseconds {
            let count = try? await stream.read(into: &input, atMost: 16_384, until: deadline, cancellable: false)
            guard let count, count > 0 else { return }
            budget -= count
            input.drop(count)
        }
    }
}
