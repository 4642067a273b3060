// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes ready for a line that is not shown, and may be long.
///
/// An authorization code has no place in a terminal's history, and is easily longer than the 1024 bytes after which a
/// terminal's own line ends on macOS.
struct HiddenLine: ~Copyable {
    private let before: termios

    /// Changes the terminal; `nil` if standard input is none.
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

    /// What somebody typed, with the keys applied that the terminal does not apply itself now; `nil` for its end.
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
