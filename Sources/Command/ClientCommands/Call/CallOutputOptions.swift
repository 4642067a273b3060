// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import HTTPTypes
import SignIn

/// The place and the form of the answer to a call, as curl has them.
struct CallOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the content to this file, instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(name: .shortAndLong, help: "Print the status and the header fields before the content.")
    var include = false

    /// Writes a response.
    ///
    /// - Throws: ``CommandError`` for a status of 400 or more, a file that cannot be written, or bytes that a terminal
    ///   cannot show.
    func write(_ response: TransportResponse) throws {
        if include { Self.head(of: response).forEach(Terminal.result) }
        if let output {
            try Self.write(response.body, to: output)
        } else {
            try Terminal.content(response.body)
        }
        guard response.status.code >= 400 else { return }
        throw CommandError(
            "the API answered with status \(response.status.code)", hint: Self.hint(for: response))
    }

    private static func head(of response: TransportResponse) -> [String] {
        ["HTTP \(response.status.code)"] + response.head.headerFields.map { "\($0.name): \($0.value)" } + [""]
    }

    private static func hint(for response: TransportResponse) -> String {
        switch response.status.code {
        case 401: "the API does not accept the token of the sign-in; -i shows its reason in www-authenticate"
        case 403: "the account may lack a permission; -i shows the API's reason, if it gives one"
        case 404: "check the address"
        case 429: "wait, and try again"
        case 500...: "the API failed; try again later"
        default: "the content says why, if the API does"
        }
    }

    private static func write(_ content: Data, to name: String) throws {
        do {
            try content.write(to: URL(filePath: name), options: .atomic)
        } catch {
            throw CommandError(
                "the content cannot be written to \(name)", hint: "check the folder, its permissions and the free space",
                .cannotWrite)
        }
    }
}

extension Terminal {
    /// Writes foreign content to standard output: byte for byte to a file or a pipe, and harmless text to a terminal.
    ///
    /// - Throws: ``CommandError`` for bytes that a terminal cannot show.
    static func content(_ content: Data) throws {
        guard isatty(STDOUT_FILENO) == 1 else { return try FileHandle.standardOutput.write(contentsOf: content) }
        guard let text = String(data: content, encoding: .utf8), !text.utf8.contains(0) else {
            throw CommandError(
                "the content is no text, and would disturb the terminal", hint: "write it to a file: --output FILE")
        }
        let shown = clean(text)
        try FileHandle.standardOutput.write(contentsOf: Data((shown.hasSuffix("\n") ? shown : shown + "\n").utf8))
    }
}
