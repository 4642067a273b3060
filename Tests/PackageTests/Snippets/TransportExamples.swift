// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

// snippet: Transport
struct EmptyTaskList: Transport {  // an API, for a test
    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        TransportResponse(head: HTTPResponse(status: .ok), body: Data("[]".utf8))
    }
}
// snippet: end

/// The examples of requests and responses, in the doc comments.
struct TransportExamples {
    let transport: any Transport

    func response(_ api: URL) async throws -> [String] {
        // snippet: TransportResponse
        let response = try await transport.send(HTTPRequest(url: api.appending(path: "tasks")))
        guard response.status == .ok else { return [] }
        let tasks = try JSONDecoder().decode([String].self, from: response.body)
        // snippet: end
        return tasks
    }

    func question(_ text: String) -> String? {
        // snippet: Origin
        // An address that a person typed: no token goes there over plain http.
        guard let url = URL(string: text), let origin = Origin(url), origin.isSecure else { return nil }
        return "Sign in at \(origin.host)?"
        // snippet: end
    }

    func error(_ api: URL) async throws -> TransportResponse? {
        var response: TransportResponse?
        // snippet: TransportError
        do {
            response = try await transport.send(HTTPRequest(url: api))
        } catch TransportError.Code.timedOut {
            await show("The server is slow today.", offering: .retry(after: nil))
        } catch let error as TransportError {
            await show(error.localizedDescription, offering: error.nextAction)
        }
        // snippet: end
        return response
    }

    #if canImport(Darwin)
    func urlSession(_ work: ClientRegistration, _ storage: any AccountStorage) -> SignInFlow {
        // snippet: URLSessionTransport
        let transport = URLSessionTransport(deadline: .seconds(30))  // one for the app's lifetime
        let accounts = AccountStore(storage, registrations: [work], over: transport)
        let flow = SignInFlow(work, keepingIn: accounts)
        // snippet: end
        return flow
    }
    #endif
}
