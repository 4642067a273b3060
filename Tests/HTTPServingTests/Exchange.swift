// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import ProgramLifecycle

struct Exchange {
    var status: Int
    var fields: HTTPFields
    var text: String

    init(
        _ path: String, method: HTTPRequest.Method = .get, host: String? = "127.0.0.1:4400",
        fields: HTTPFields = [:], body: Data = Data(), with router: Router<ServingContext>
    ) async throws {
        var head = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        head.headerFields = fields
        let (response, content) = try await InProcessResponder(
            router.buildResponder(), logger: Log("tests")
        ).respond(to: head, body: body)
        status = response.status.code
        self.fields = response.headerFields
        text = String(decoding: content, as: UTF8.self)
    }

    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
}
