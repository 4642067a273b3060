// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import HTTPTypes
package import Hummingbird
package import JOSE
import NIOCore
import OAuth

/// Reads the forms that clients send directly, and answers them in JSON.
package struct StandardReply: Sendable {
    let provider: StandardProvider

    /// Runs `body` with the form of a request, or answers the error.
    func answer(
        _ request: Request, _ body: (FormParameters) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body(try await RequestContent(of: request).form())
        } catch {
            guard let error = StandardError(answering: error) else { throw error }
            return refusal(error)
        }
    }

    /// An error in JSON. RFC 6749 §5.2
    func refusal(_ error: StandardError) -> Response {
        error.note()
        var response = Self.json(
            ["error": .string(error.code.rawValue), "error_description": .string(error.description)],
            status: error.status)
        if error.status == .unauthorized {
            response.headers[.wwwAuthenticate] = "Basic realm=\"\(provider.issuer)\""
        }
        if error.code == .useDPoPNonce { addNonce(to: &response) }
        return response
    }

    /// Sends the client the nonce for its next proof. RFC 9449 §8
    func addNonce(to response: inout Response) {
        response.headers.set("DPoP-Nonce", to: provider.nonces.current)
    }

    /// A JSON object that no cache may store.
    package static func json(_ members: [String: JSONValue], status: HTTPResponse.Status = .ok) -> Response {
        var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        fields.set("Pragma", to: "no-cache")
        return Response(
            status: status, headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONValue.object(members).text)))
    }
}

extension JSONValue {
    /// A whole number.
    static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// A list of texts.
    static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }
}
