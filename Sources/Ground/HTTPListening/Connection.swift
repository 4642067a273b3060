// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Synchronization

/// The content of a request: chunks of at most 64 KiB, read from the connection only when asked for.
package final class Content: Sendable {
    private struct State: Sendable {
        var input: Input, reader: BodyReader, continues: Bool, failure: ConnectionError? = nil
    }
    private let state: Mutex<State?>  // nil while a reader works
    private let stream: (any ByteStream)?, deadline: Deadline, limits: Limits
    init(_ head: ReceivedHead, _ input: consuming Input, _ stream: any ByteStream, _ limits: Limits) {
        state = Mutex(State(input: input, reader: BodyReader(head.framing, limits), continues: head.expects))
        (self.stream, deadline, self.limits) = (stream, .after(limits.content, from: limits.now()), limits)
    }
    /// Without a connection: requests in process.
    package init(_ bytes: [UInt8]) {
        var input = Input()
        input.bytes = bytes
        state = Mutex(State(input: input, reader: BodyReader(.length(UInt64(bytes.count)), Limits()), continues: false))
        (stream, deadline, limits) = (nil, .now, Limits())
    }
    package func next() async throws(ConnectionError) -> [UInt8]? {
        guard
            var s = state.withLock({ s in
                defer { s = nil }
                return s
            })
        else { throw .secondReader }
        defer { state.withLock { $0 = s } }
        if let failure = s.failure { throw failure }
        while true {
            switch s.reader.take(&s.input) {
            case .bytes(let bytes): return bytes
            case .end: return nil
            case .refused(let status):
                s.failure = .malformed(status)
                throw .malformed(status)
            case .more:
                do throws(ConnectionError) {
                    guard let stream else { throw .closed }
                    if s.continues {
                        s.continues = false
                        try await stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), each: limits.write)
                    }
                    if try await stream.read(into: &s.input, atMost: 65_536, until: deadline, cancellable: true) == 0 {
                        throw .closed
                    }
                    s.continues = false
                } catch {
                    if error != .cancelled { s.failure = error }  // who was cancelled may read on later
                    throw error
                }
            }
        }
    }
    package func collect(upTo limit: Int) async throws -> [UInt8] {
        let announced = state.withLock { $0?.reader.announced ?? 0 }
        guard announced <= UInt64(limit) else { throw ContentTooLong() }
        var all: [UInt8] = []
        while let bytes = try await next() {
            guard bytes.count <= limit - all.count else { throw ContentTooLong() }
            if all.isEmpty { all = bytes } else { all += bytes }
        }
        return all
    }
    fileprivate var failure: ConnectionError? { state.withLock { $0.map(\.failure) ?? .secondReader } }
    /// Whether the unread rest is small enough to be read away. A client that still waits for 100 (Continue) may or may not
    /// send its content: its connection ends.
    fileprivate var mayBeSkipped: Bool {
        state.withLock { s in
            s.map { $0.reader.isDone || (!$0.continues && $0.reader.left <= UInt64(limits.unread)) } ?? false
        }
    }
    /// What came behind the content; `nil`: too much of it is unread, or it cannot be read.
    fileprivate func rest() async -> Input? {
        var unread = 0
        do {
            while let bytes = try await next() {
                unread += bytes.count
                if unread > limits.unread { return nil }
            }
        } catch { return nil }
        return state.withLock { s in
            defer { s = nil }
            return s?.input
        }
    }
}

/// The other end of a connection, as a handler sees it.
package struct Peer: Sendable {
    /// What the listener wrapped around the socket.
    package let stream: any ByteStream
    fileprivate init(_ stream: any ByteStream) { self.stream = stream }
    /// The client's certificate in DER.
    package var certificate: [UInt8]? { stream.peerCertificate }
    /// Returns when the client has gone, or the task is cancelled.
    package func hangUp() async { await stream.hangUp() }
}

/// A connection whose handler throws is closed without a byte.
package typealias Handler = @Sendable (ReceivedRequest, Peer) async throws -> Answer

/// One client, from accept to close; `run` is its task.
struct Connection: Sendable {
    let stream: any ByteStream, limits: Limits, handler: Handler

    func run() async {
        await serve()
        stream.close()
    }
    private func serve() async {
        var input = Input()
        while true {
            let head: ReceivedHead
            do throws(ConnectionError) {
                guard let next = try await readHead(&input) else { return }
                head = next
            } catch {
                if case .malformed(let status) = error { await refuse(status) }
                if error == .plainHTTP { await refusePlain() }
                return
            }
            // A request without content, as most are, makes no object and leaves the input here.
            let content = Content(head, head.framing == .none ? Input() : input, stream, limits)
            if head.framing != .none { input = Input() }
            stream.begin()
            let result: Result<Answer, any Error>
            do {
                result = .success(try await handler(ReceivedRequest(head: head, content: content), Peer(stream)))
            } catch { result = .failure(error) }
            // The content's own failure wins over the handler's answer: 408, or 400 for chunks that are none.
            switch content.failure {
            case nil: break
            case .timedOut: return await refuse(408)
            case .malformed(let status): return await refuse(status)
            default: return
            }
            guard case .success(let answer) = result else { return }  // dropped, or cancelled: closed without a byte
            let keeps = !stream.isDraining && !head.closes && !Task.isCancelled && !Encoder.asks(toClose: answer)
            let closing = !keeps || !content.mayBeSkipped
            let bytes = Encoder.encode(answer, for: head, closing: closing)
            do { try await stream.write(bytes, each: limits.write) } catch { return }
            // Not earlier: the end of the server must not break off an answer.
            guard stream.end(), !closing else { return await linger() }
            // What the handler left unread is read after the answer: a client may wait for that before it sends the rest.
            if head.framing != .none {
                guard let rest = await content.rest() else { return await linger() }
                input = rest
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
                if try await stream.read(into: &input, atMost: 4096, until: deadline, cancellable: false) == 0 {
                    return nil
                }
            }
        }
    }
    private func refuse(_ code: Int) async {
        let status = HTTPResponse.Status(code: code)
        let text = code == 408 ? "The request took too long to arrive; send it again.\n" : "\(status.reasonPhrase)\n"
        do {
            try await stream.write(
                Encoder.encode(Answer(status, text: text), for: nil, closing: true), each: limits.linger)
        } catch { return }
        await linger()
    }
    /// Plain HTTP on a port of TLS.
    private func refusePlain() async {
        let text = "This port accepts only https: begin the URL with https:// and send it again.\n"
        await stream.writePlain(Encoder.encode(Answer(.badRequest, text: text), for: nil, closing: true))
        await stream.finish()
    }
    /// Ends our side and reads on for a while: a reset would take the answer from a client that still sends.
    private func linger() async {
        _ = stream.end()
        await stream.finish()
        let deadline = Deadline.after(limits.linger, from: limits.now())
        var input = Input()
        var budget = 1 << 20
        do {
            while budget > 0 {
                let n = try await stream.read(into: &input, atMost: 16_384, until: deadline, cancellable: false)
                if n == 0 { return }
                budget -= n
                input.drop(n)
            }
        } catch {}
    }
}
