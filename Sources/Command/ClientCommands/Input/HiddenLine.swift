// SPDX-License-Identifier: Apache-2.0
import Foundation

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
            case erase, backspace: _ = line.popLast()
            case endOfInput where line.isEmpty: return nil
            case _ where line.count < longest: line.append(byte)
            default: break
            }
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// The next byte of standard input.
    static func byte() -> UInt8? {
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }

    private static let (erase, backspace, endOfInput): (UInt8, UInt8, UInt8) = (0x7F, 0x08, 0x04)
    private static let longest = 64 * 1024
}
