// SPDX-License-Identifier: Apache-2.0
import Foundation
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
    func `the first digit determines the class`(_ code: Int, _ kind: HTTPResponse.Status.Kind) {
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

/// The statuses with names and phrases. RFC 9110 §15, RFC 4918 §11.4, RFC 6585
@Suite struct StatusRegistryTests {
    private typealias Status = HTTPResponse.Status

    private static let constants: [(status: HTTPResponse.Status, code: Int)] = [
        (.ok, 200), (.created, 201), (.accepted, 202), (.noContent, 204), (.partialContent, 206),
        (.movedPermanently, 301), (.found, 302), (.seeOther, 303), (.notModified, 304), (.temporaryRedirect, 307),
        (.permanentRedirect, 308), (.badRequest, 400), (.unauthorized, 401), (.forbidden, 403), (.notFound, 404),
        (.methodNotAllowed, 405), (.notAcceptable, 406), (.requestTimeout, 408), (.conflict, 409), (.gone, 410),
        (.preconditionFailed, 412), (.contentTooLarge, 413), (.uriTooLong, 414), (.unsupportedMediaType, 415),
        (.rangeNotSatisfiable, 416), (.expectationFailed, 417), (.misdirectedRequest, 421),
        (.unprocessableContent, 422), (.failedDependency, 424), (.tooManyRequests, 429),
        (.requestHeaderFieldsTooLarge, 431), (.internalServerError, 500), (.notImplemented, 501), (.badGateway, 502),
        (.serviceUnavailable, 503), (.gatewayTimeout, 504), (.httpVersionNotSupported, 505),
    ]

    @Test func `each name has its code`() {
        for (status, code) in Self.constants { #expect(status.code == code) }
        #expect(Set(Self.constants.map(\.status)).count == Self.constants.count)
    }

    /// The interim responses that the server sends have phrases, and no names.
    private static let interim = [100, 101]

    @Test func `no other code has a phrase`() {
        let codes = (0...999).filter { !Status(code: $0).reasonPhrase.isEmpty }
        #expect(codes == Self.interim + Self.constants.map(\.code))
    }

    #if os(macOS) || os(Linux)
    /// RFC 9110 gave these a new phrase, which Python has since its version 3.13.
    private static let renamed = [
        413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Content",
    ]

    @Test func `each code has the phrase that Python has`() throws {
        let script = "import http\nfor status in http.HTTPStatus: print(int(status), status.phrase, sep='|')"
        let rows = try Python.lines(script).map { $0.split(separator: "|").map(String.init) }
        let phrases = Dictionary(uniqueKeysWithValues: try rows.map { (try #require(Int($0[0])), $0[1]) })
        #expect(phrases.count > 50)
        for code in Self.interim + Self.constants.map(\.code) {
            #expect(Status(code: code).reasonPhrase == Self.renamed[code] ?? phrases[code])
        }
    }
    #endif
}
