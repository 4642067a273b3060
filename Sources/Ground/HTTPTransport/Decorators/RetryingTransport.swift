// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

/// A transport that retries after temporary failures: 408, 425, 429, 502, 503, 504, or no response.
///
/// It retries only a request that is idempotent by its method or has an `Idempotency-Key`, and whose body can be
/// resent. It honors `Retry-After`. If no attempt is left, or the delay would exceed the deadline, the caller gets the
/// latest response or error unchanged. A stream whose body breaks off is not retried, because its reader has already
/// seen part of it. Neither is a request with a proof of possession (`DPoP`), which is valid once. For bound tokens,
/// wrap the authorized transport in this one.
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
    ///   - policy: The number of attempts, and the delays between them.
    ///   - date: Returns the current time, for a `Retry-After` with a date.
    ///   - elapsed: Returns the time since a fixed moment, to measure the attempts.
    ///   - sleep: Waits, or throws `CancellationError` when the task is canceled.
    ///   - jitter: Returns a factor from 0 to 1 for each delay, so that clients do not retry at the same time.
    ///   - report: Receives each retry before its delay; it must not block.
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

    /// Returns the time since this function's first use, including time that the machine sleeps.
    public static let systemElapsed: @Sendable () -> Duration = { [start = ContinuousClock.now] in
        start.duration(to: .now)
    }

    /// The value of the underlying transport.
    public var presentsCertificate: Bool { transport.presentsCertificate }

    /// Sends a request, and retries within the policy.
    ///
    /// - Throws: An error of the underlying transport; ``TransportError`` (`timedOut`) after the policy's deadline;
    ///   `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await attempts(at: request, isRepeatable: true, head: \.head) { left, _ in
            try await withDeadline(left, naming: request) { try await transport.send(request, body: body) }
        }
    }

    /// Sends a request, retries within the policy, and returns the response when its head arrives.
    ///
    /// The policy's deadline does not end an attempt, because a body can take any time.
    ///
    /// - Throws: An error of the underlying transport or of the body; `CancellationError`.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        try await attempts(at: request, isRepeatable: body.isRepeatable, head: \.head) { _, previous in
            await previous?.discard()
            return try await transport.stream(request, body: body)
        }
    }

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
