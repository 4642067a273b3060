// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin) || APPLE_CHECK
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if APPLE_CHECK
import HTTPTransport
#endif
import HTTPTypesFoundation
import Synchronization

/// Collects the responses of a session's tasks, piece by piece, and refuses redirects.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<TransportResponse, any Error>
        var content = Data()
        var failure: TransportError?
    }

    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var isClosed = false
    }

    private let maximumResponseBytes: Int
    private let state = Mutex(State())

    init(maximumResponseBytes: Int) { self.maximumResponseBytes = maximumResponseBytes }

    /// Begins a task, and resumes a continuation with its response.
    ///
    /// - Returns: The task; `nil` after ``close(_:)``, when the system would end the program.
    func begin(
        _ request: URLRequest, in session: URLSession,
        _ continuation: CheckedContinuation<TransportResponse, any Error>
    ) -> URLSessionTask? {
        let task: URLSessionTask? = state.withLock { state in
            guard !state.isClosed else { return nil }
            let task = session.dataTask(with: request)
            state.exchanges[task.taskIdentifier] = Exchange(continuation: continuation)
            return task
        }
        if task == nil {
            continuation.resume(throwing: TransportError(.connectionLost, "the transport was closed; make another one"))
        }
        task?.resume()
        return task
    }

    /// Lets no task begin any more; those that go on end as they would.
    func close(_ session: URLSession) {
        state.withLock { $0.isClosed = true }
        session.finishTasksAndInvalidate()
    }

    /// Returns a redirect as the response, and does not follow it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state in
            let number = dataTask.taskIdentifier
            guard let exchange = state.exchanges[number], exchange.failure == nil else { return false }
            guard exchange.content.count + data.count <= maximumResponseBytes else {
                state.exchanges[number]?.failure = TransportError(
                    .responseTooLarge, "the response is longer than \(maximumResponseBytes) bytes")
                return true
            }
            state.exchanges[number]?.content.append(data)
            return false
        }
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error = exchange.failure ?? error {
            exchange.continuation.resume(throwing: error)
        } else if let head = (task.response as? HTTPURLResponse)?.httpResponse {
            exchange.continuation.resume(returning: TransportResponse(head: head, body: exchange.content))
        } else {
            exchange.continuation.resume(throwing: TransportError(.connectionLost, "the answer was not HTTP"))
        }
    }
}
#endif
