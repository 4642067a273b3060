// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Responses and their statuses. RFC 9110 §15
@Suite struct HTTPResponseTests {
    private typealias Status = HTTPResponse.Status

    @Test(arguments: [
        (0, HTTPResponse.Status.Kind.invalid), (99, .invalid), (100, .informational), (199, .informational),
        (200, .successful), (299, .successful), (300, .redirection), (399, .redirection), (400, .clientError),
        (499, .clientError), (500, .serverError), (599, .serverError), (600, .invalid), (999, .invalid),
    ])
    func `the first digit says the kind`(_ code: Int, _ kind: HTTPResponse.Status.Kind) {
        #expect(Status(code: code).kind == kind)
    }

    @Test(arguments: [-1, 1000]) func `a code of more digits stops the program`(_ code: Int) async {
        await #expect(processExitsWith: .failure) { [code] in _ = HTTPResponse.Status(code: code) }
    }

    @Test func `a status has the phrase of the registry, or its own`() {
        #expect(Status.notFound.reasonPhrase == "Not Found" && "\(Status.notFound)" == "404 Not Found")
        #expect(Status(code: 404, reasonPhrase: "Gone Fishing").reasonPhrase == "Gone Fishing")
        #expect(Status(code: 200, reasonPhrase: "").reasonPhrase == "")
        #expect(Status(code: 299).reasonPhrase == "" && "\(Status(code: 299))" == "299")
    }

    @Test func `only codes are compared`() {
        let status: HTTPResponse.Status = 404
        #expect(status == .notFound && status != .gone)
        #expect(Status(code: 404, reasonPhrase: "Gone") == .notFound)
        #expect(Status(code: 404, reasonPhrase: "Gone").hashValue == Status.notFound.hashValue)
    }

    // RFC 9112 §4
    @Test func `a phrase cannot end its line`() {
        let status = Status(code: 200, reasonPhrase: "OK\r\nSet-Cookie: a=b\r\n\r\n")
        #expect(status.reasonPhrase == "OK  Set-Cookie: a=b")
    }

    @Test func `the description shows the status, and no field`() {
        let response = HTTPResponse(status: .ok, headerFields: [.setCookie: "session=secret"])
        #expect("\(response)" == "200 OK" && String(reflecting: response) == "200 OK")
    }
}
