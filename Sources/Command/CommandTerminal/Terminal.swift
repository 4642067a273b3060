// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import PortableFoundation
import SystemThreads

/// Writes results to standard output, and all other texts to standard error.
public enum Terminal {
    /// The reader of the standard output closed its pipe, such as `head` in `tessera people find A | head -1`.
    public struct ReaderIsGone: Error {}

    /// Prints a result on one line, even if a name in it has line breaks.
    public static func result(_ line: String) throws { try page(singleLine(line)) }

    /// Prints a text of several lines, such as the help.
    public static func page(_ text: String) throws { try output(Data((text + "\n").utf8)) }

    /// Throws ``CommandError``, for example for a full disk, or ``ReaderIsGone``.
    public static func output(_ bytes: Data) throws {
        do throws(POSIXError) { try FileDescriptor.standardOutput.write(bytes) } catch {
            guard error.code != .EPIPE else { throw ReaderIsGone() }
            throw CommandError(
                "the standard output cannot be written: \(error.explanation)",
                hint: "check the file, its folder, and the free space", .cannotWrite)
        }
    }

    /// Reads at most `count` bytes up to the end; throws ``CommandError`` with the given hint.
    public static func input(atMost count: Int = .max, orElse hint: Hint) throws -> Data {
        do throws(POSIXError) { return try FileDescriptor.standardInput.read(atMost: count) } catch {
            throw CommandError("the standard input cannot be read: \(error.explanation)", hint: hint, .noInput)
        }
    }

    public static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try page(escaped(String(decoding: try encoder.encode(value), as: UTF8.self)))
    }

    /// Prints a note for the user, not for scripts.
    public static func note(_ line: String) { error(line) }

    static func prompt(_ question: String) { FileDescriptor.standardError.show(singleLine(question)) }

    public static func error(_ text: String) { FileDescriptor.standardError.show(clean(text) + "\n") }

    /// Removes characters with which untrusted names could control the terminal, or reorder or hide text.
    ///
    /// Line feeds stay; use ``singleLine(_:)`` for texts without any.
    public static func clean(_ text: String) -> String {
        guard !isPrintableASCII(text) else { return text }
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n": cleaned.append("\u{FFFD}")
            case .lineSeparator, .paragraphSeparator: cleaned.append(" ")
            case .format where !joiners.contains(scalar): break
            default: cleaned.append(scalar)
            }
        }
        return String(cleaned)
    }

    /// An untrusted text as part of a sentence: without line breaks, it cannot imitate one of our lines.
    public static func singleLine(_ text: String) -> String {
        isPrintableASCII(text) ? text : clean(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    }

    /// Whether nothing needs to be replaced, as in a token; looking up a property of each character takes long.
    private static func isPrintableASCII(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// JSON with escapes for all characters that ``clean(_:)`` removes; its readers lose nothing.
    public static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: escaped += escapeSequence(of: scalar)
            case .format where !joiners.contains(scalar): escaped += escapeSequence(of: scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// These scalars only shape scripts and emoji.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    /// A scalar as an ASCII escape of JSON strings. RFC 8259 §7
    private static func escapeSequence(of scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }

    /// Whether a user can answer: standard input is a terminal, and so is standard error, which shows questions.
    public static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// `nil` at the end of the input; throws `CancellationError` as soon as the task is canceled.
    public static func ask(_ question: String) async throws -> String? {
        if isInteractive { prompt(question) }
        return try await reading { readLine() }
    }

    /// Hides the line while the user types or pastes it.
    public static func askHidden(_ question: String) async throws -> String? {
        guard let terminal = HiddenLine() else { return try await ask(question) }
        defer { withExtendedLifetime(terminal) {} }
        prompt(question)
        return try await reading { HiddenLine.line(HiddenLine.byte) }
    }

    /// Any answer but yes means no, and so does a missing terminal.
    public static func confirms(_ question: String) async throws -> Bool {
        guard isInteractive, let answer = try await ask("\(question) [y/N] ") else { return false }
        return ["y", "yes"].contains(answer.trimmed().lowercased())
    }

    /// Reading blocks, so it has its own thread; if the task is canceled, the thread ends with the program.
    private static func reading(_ read: @escaping @Sendable () -> String?) async throws -> String? {
        let (lines, reader) = AsyncStream<String?>.makeStream()
        let isReading = SystemThread.start("terminal") {
            reader.yield(read())
            reader.finish()
        }
        guard isReading else { return nil }
        for await line in lines { return line }
        throw CancellationError()
    }
}

/// Lets a user choose one row of a table by its number.
public struct Picker {
    private let question: String
    private let table: Table
    private let count: Int

    public init(_ question: String, _ choices: Table) {
        self.question = question
        table = Table(numbering: choices)
        count = choices.rows.count - 1
    }

    /// Asks at most three times for the index of a row; throws `CancellationError` if the user chooses none.
    public func choose() async throws -> Int {
        for line in table.lines { Terminal.note(line) }
        for _ in 0..<3 {
            guard let typed = try await Terminal.ask("\(question) [1-\(count)] "), !typed.isEmpty else { break }
            if let index = Self.index(typed, of: count) { return index }
            Terminal.note("Enter a number from 1 to \(count), or nothing to cancel.")
        }
        throw CancellationError()
    }

    static func index(_ typed: String, of count: Int) -> Int? {
        let digits = typed.trimmed { $0.isSpace || ".)".contains($0) }
        // `Int` alone would also accept a sign.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits), (1...max(1, count)).contains(number), count > 0
        else { return nil }
        return number - 1
    }
}

/// Prepares the terminal for a line that is hidden and may be long.
///
/// A terminal's history must not hold an authorization code. The code may also exceed the 1024 bytes to which macOS
/// limits a terminal's own line.
struct HiddenLine: ~Copyable {
    private let before: termios

    /// Changes the terminal's mode; `nil` if standard input is not a terminal.
    init?() {
        var mode = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
        before = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    deinit {
        var mode = before
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
        Terminal.note("")
    }

    /// The typed line, with the editing keys that the terminal does not handle in this mode; `nil` at the end of input.
    static func line(_ next: () -> UInt8?) -> String? {
        var line: [UInt8] = []
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: line, as: UTF8.self)
            case erase, backspace: eraseCharacter(in: &line)
            case endOfInput where line.isEmpty: return nil
            case _ where line.count < longest: line.append(byte)
            default: break
            }
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Removes the last character, which may have several bytes. RFC 3629 §3
    private static func eraseCharacter(in line: inout [UInt8]) {
        while let byte = line.popLast(), byte & 0xC0 == 0x80 {}
    }

    static func byte() -> UInt8? {
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }

    private static let (erase, backspace, endOfInput): (UInt8, UInt8, UInt8) = (0x7F, 0x08, 0x04)
    private static let longest = 64 * 1024
}
