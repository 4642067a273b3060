// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin) || APPLE_CHECK
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if APPLE_CHECK
import HTTPTransport
#endif
import HTTPMessages
import Synchronization

/// Delivers the events of a session's tasks to their waiters, and refuses redirects.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        var head: CheckedContinuation<StreamedResponse, any Error>?
        let content: URLSessionContent
        let report: (@Sendable (TransferProgress) -> Void)?
    }

    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts a task; `nil` after ``close(_:)``, when the system would end the program.
    func begin(
        _ request: URLRequest, uploading file: URL?, in session: URLSession,
        reporting report: (@Sendable (TransferProgress) -> Void)?,
        _ continuation: CheckedContinuation<StreamedResponse, any Error>
    ) -> URLSessionTask? {
        let task: URLSessionTask? = state.withLock { state in
            guard !state.isClosed else { return nil }
            let task = file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
            state.exchanges[task.taskIdentifier] = Exchange(
                head: continuation, content: URLSessionContent(of: task), report: report)
            return task
        }
        if task == nil {
            continuation.resume(
                throwing: TransportError(.connectionLost, "the transport was closed; create another one"))
        }
        task?.resume()
        return task
    }

    func close(_ session: URLSession) {
        state.withLock { $0.isClosed = true }
        session.finishTasksAndInvalidate()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let report = state.withLock { $0.exchanges[task.taskIdentifier]?.report }
        report?(
            TransferProgress(
                bytes: totalBytesSent, total: totalBytesExpectedToSend < 0 ? nil : totalBytesExpectedToSend))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        deliverHead(of: dataTask, response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.exchanges[dataTask.taskIdentifier]?.content }?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil { deliverHead(of: task, task.response) }
        guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.content.finish(error)
        exchange.head?.resume(throwing: error ?? TransportError(.connectionLost, "the response was not HTTP"))
    }

    private func deliverHead(of task: URLSessionTask, _ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse, let head = HTTPResponse(response) else { return }
        let waiting = state.withLock { state in
            let exchange = state.exchanges[task.taskIdentifier]
            state.exchanges[task.taskIdentifier]?.head = nil
            return exchange.flatMap { exchange in exchange.head.map { ($0, exchange.content) } }
        }
        guard let (continuation, content) = waiting else { return }
        continuation.resume(returning: StreamedResponse(head: head, body: content.chunks()))
    }
}
#endif
