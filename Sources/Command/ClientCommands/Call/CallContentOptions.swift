// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import HTTPTransport
import PortableFoundation
import QuickStart
import SignIn

struct CallContentOptions: ParsableArguments {
    @Option("-X, --request <method>", help: "The HTTP method.")
    var method: String?

    @Option("-H, --header <name: value>", help: "A header field. Can be repeated.")
    var fields: [String] = []

    @Option(
        "-d, --data <text>", help: "The request body, or @FILE, or @- for standard input. The method defaults to POST.")
    var data: String?

    @Option("-T, --upload-file <file>", help: "The file to upload, of any size. The method defaults to PUT.")
    var file: String?

    func validate() throws {
        guard data == nil || file == nil else { throw ValidationError("Use --data or --upload-file, not both.") }
    }

    func request(to address: URL) throws -> (HTTPRequest, RequestBody) {
        let usual = file != nil ? "PUT" : data != nil ? "POST" : "GET"
        guard let method = HTTPRequest.Method(method?.uppercased() ?? usual) else {
            throw Self.wrong("'\(method ?? "")' is not a valid method", hint: "use a method such as -X PUT")
        }
        var request = HTTPRequest(method: method, url: address)
        if data != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        request.headerFields[.accept] = "*/*"
        for text in fields { try Self.set(text, in: &request.headerFields) }
        if let file { return (request, try Self.reading(file) { try .file(URL(filePath: file)) }) }
        return (request, .bytes(try data.map(Self.content) ?? Data()))
    }

    private static func set(_ text: String, in fields: inout HTTPFields) throws {
        let halves = text.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        guard halves.count == 2, let name = HTTPField.Name(halves[0]), HTTPField.isValidValue(halves[1]) else {
            throw wrong("'\(text)' is not a valid header field", hint: "use the form -H 'Accept: application/json'")
        }
        guard name != .authorization else {
            throw wrong("the Authorization field is reserved for the access token", hint: "omit it, or use curl")
        }
        fields[name] = halves[1]
    }

    private static func content(_ text: String) throws -> Data {
        guard text.hasPrefix("@") else { return Data(text.utf8) }
        let name = String(text.dropFirst())
        return name == "-"
            ? try Terminal.input(orElse: checkPath) : try reading(name) { try Data(contentsOf: URL(filePath: name)) }
    }

    private static let checkPath: Hint = "check the path and its permissions"

    private static func reading<Content>(_ name: String, _ read: () throws -> Content) throws -> Content {
        do {
            return try read()
        } catch {
            throw CommandError(
                "the content cannot be read from \(name)", hint: checkPath, .noInput)
        }
    }

    private static func wrong(_ message: String, hint: Hint) -> CommandError {
        CommandError(message, hint: hint, .wrongArguments)
    }
}
