// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

extension TransportResponse {
    init(_ status: Int, _ fields: HTTPFields = [:], _ text: String = "") {
        self.init(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Data(text.utf8))
    }
}
