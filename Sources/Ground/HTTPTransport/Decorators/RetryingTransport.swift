// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages

/// Sends a request again after a failure that may pass: 429, 502, 503, 504, or no answer at all.
///
/// It repeats only a request that is idempotent by its method or carries an `Idempotency-Key`, and whose content can be
/// sent again. A wait that the server asks for with `Retry-After` is kept. If no attempt is left, or the wait would
/// outlast the deadline, the caller gets the latest response or error as it is. A stream whose content breaks off is
/// not repeated, since its reader has seen the beginning. Neither is a request with a proof of possession (`DPoP`): a
/// proof counts once. For bound tokens, put this transport around the authorized one.
///
/// ```swift
/// let patient = RetryingTransport(over: transport)
/// let calls = AuthorizedTransport(flow.session(of: account), scopes: ["Tasks.Read"], to: api, over: patient)
/// let tasks = try await calls.send(HTTPRequest(url: api.appending(path: "tasks")))
/// ```
///
/// RFC 9110 §9.2.2, §10.2.3
public struct RetryingTransport: Transport {
    private let transport: any Transport
    private let policy: RetryPolicy
    private let clock: RetryClock
    private let report: @Sendable (RetryEvent) -> Void

    /// Creates a transport around another one.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - policy: The number of attempts, and the waits between them.
    ///   - date: The time now, for a `Retry-After` with a date.
    ///   - elapsed: The time since some fixed moment, which measures the attempts.
    ///   - sleep: Waits, and throws `CancellationError` when the task is cancelled.
    ///   - jitter: A number from 0 to 1: the part of each wait that is waited, so that clients do not return together.
    ///   - report: Learns each repetition before its wait; it must not wait itself.
    public init(
        over transport: any Transport, policy: RetryPolicy = RetryPolicy(),
        date: @escaping @Sendable () -> Date = { Date() },
        elapsed: @escaping @Sendable () -> Duration = Self.systemElapsed,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        reporting report: @escaping @Sendable (RetryEvent) -> Void = { _ in }
    ) {
        self.transport = transport
        self.policy = policy
        clock = RetryClock(date: date, elapsed: elapsed, sleep: sleep, jitter: jitter)
        self.report = report
    }

    /// The time since the first use of this function, also while the machine sleeps.
    public static let systemElapsed: @Sendable () -> Duration = { [start = ContinuousClock.now] in
        start.duration(to: .now)
    }

    /// As the underlying transport.
    public var presentsCertificate: Bool { transport.presentsCertificate }

    /// Sends a request until it is answered, within the policy.
    ///
    /// - Throws: The errors of the underlying transport; ``TransportError`` (`timedOut`) after the policy's deadline;
    ///   `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await attempts(at: request, isRepeatable: true, head: \.head) { left, _ in
            try await withDeadline(left, naming: request) { try await transport.send(request, body: body) }
        }
    }

    /// Sends a request until the head of an answer is there, within the policy.
    ///
    /// The deadline of the policy ends no attempt, since a content may take any time.
    ///
    /// - Throws: The errors of the underlying transport and of the content; `CancellationError`.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        try await attempts(at: request, isRepeatable: body.isRepeatable, head: \.head) { _, previous in
            await previous?.discard()
            return try await transport.stream(request, body: body)
        }
    }

    /// Calls `send` until the result counts; it gets the time that is left, and the response that did not count.
    private func attempts<Response>(
        at request: HTTPRequest, isRepeatable: Bool, head: (Response) -> HTTPResponse,
        _ send: (Duration, Response?) async throws -> Response
    ) async throws -> Response {
        var (attempts, previous) = (RetryAttempts(by: policy, clock), Response?.none)
        while true {
            let result: Result<Response, any Error>
            do {
                result = .success(try await send(attempts.left, previous))
            } catch {
                result = .failure(error)
            }
            let answered = result.map(head)
            guard isRepeatable, request.isIdempotent, !request.hasProof, let reason = RetryPolicy.reason(for: answered),
                let delay = attempts.delay((try? answered.get()).flatMap(retryAfter))
            else { return try result.get() }
            report(
                RetryEvent(
                    attempt: attempts.number, reason: reason, delay: delay, method: request.method,
                    server: request.server))
            previous = try? result.get()
            try await attempts.next(after: delay)
        }
    }

    private func retryAfter(_ head: HTTPResponse) -> Duration? {
        TransportResponse(head: head).retryAfter(now: clock.date())
    }
}
