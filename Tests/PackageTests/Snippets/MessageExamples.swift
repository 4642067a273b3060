// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport

/// The examples of requests, responses and their fields, in the doc comments.
enum MessageExamples {
    static func request(_ api: URL) -> HTTPRequest {
        // snippet: HTTPRequest
        var request = HTTPRequest(method: .post, url: api.appending(path: "tasks"))
        request.headerFields[.contentType] = "application/json"
        request.headerFields[.accept] = "application/json"
        // snippet: end
        return request
    }

    static func response() -> HTTPResponse {
        // snippet: HTTPResponse
        var response = HTTPResponse(status: .created, headerFields: [.location: "/tasks/7"])
        response.headerFields[.cacheControl] = "no-store"
        print(response.status.code)  // 201
        // snippet: end
        return response
    }

    static func field(_ response: inout HTTPResponse) {
        // snippet: HTTPField
        let field = HTTPField(name: .retryAfter, value: "120")
        response.headerFields[fields: .retryAfter] = [field]
        print(field)  // Retry-After: 120
        // snippet: end
    }
}
