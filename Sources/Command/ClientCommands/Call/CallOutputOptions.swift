// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import HTTPTransport
import PortableFoundation
import SignIn

struct CallOutputOptions: ParsableArguments {
    @Option(
        "-o, --output <file>",
        help: "Write the complete response body to this file. - writes to standard output, even if it is binary.")
    var output: String?

    @Flag("-i, --include", help: "Print the status and the header fields before the body.")
    var include = false

    func write(_ response: StreamedResponse, _ progress: CallProgress) async throws -> HTTPResponse {
        if include { try Self.head(of: response.head).forEach(Terminal.result) }
        let response = response.reporting { progress.show($0) }
        if let output, output != "-" {
            try await Self.write(response.body, to: output)
        } else if output == nil, isatty(STDOUT_FILENO) == 1 {
            let whole = try await response.collect()
            progress.clear()
            try Terminal.content(whole.body)
        } else {
            for try await chunk in response.body { try Terminal.output(chunk) }
        }
        return response.head
    }

    /// Throws for a status of 400 or higher; call it after the content is written.
    func check(_ head: HTTPResponse) throws {
        guard head.status.code >= 400 else { return }
        throw CommandError("the API returned status \(head.status.code)", hint: Self.hint(for: head.status.code))
    }

    private static func head(of head: HTTPResponse) -> [String] {
        ["HTTP \(head.status.code)"] + head.headerFields.map { "\($0.name): \($0.value)" } + [""]
    }

    private static func write(_ content: ByteChunks, to name: String) async throws {
        let file = try OutputFile(name)
        do {
            for try await chunk in content { try file.write(chunk) }
        } catch {
            file.discard()
            throw error
        }
        try file.finish()
    }

    static func hint(for status: Int) -> Hint {
        switch status {
        case 401: "the API rejected the access token; -i shows the reason in www-authenticate"
        case 403: "the account may lack a permission; -i shows the API's reason, if any"
        case 404: "check the URL"
        case 500...: "the API failed; try again later"
        case 408, 425, 429: "wait, then try again"
        default: "the response body may contain the reason"
        }
    }
}

extension Terminal {
    /// Writes untrusted content to a terminal as harmless text; refuses bytes that it cannot show.
    static func content(_ content: Data) throws {
        guard let text = String(data: content, encoding: .utf8), !text.utf8.contains(0) else {
            throw CommandError(
                "the response body is binary, and could corrupt the terminal",
                hint: "write it to a file with --output FILE, or print it anyway with --output -")
        }
        let shown = clean(text)
        try output(Data((shown.hasSuffix("\n") ? shown : shown + "\n").utf8))
    }
}
