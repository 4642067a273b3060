// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import JOSE
import TenantAuthorization

/// Writes the responses of the API under `/tessera/v1`.
enum AdministrationReply {
    /// JSON.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        JSONReply.make(json: Data(value.text.utf8), status: status)
    }

    /// A created record, with its address.
    static func created(_ value: JSONValue, at path: String) -> Response {
        var response = json(value, status: .created)
        response.headers[.location] = path
        return response
    }

    /// Success without content.
    static var done: Response { Response(status: .noContent) }
}
