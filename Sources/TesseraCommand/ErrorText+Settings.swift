// SPDX-License-Identifier: Apache-2.0

extension ErrorText {
    /// The same error, with the settings that were named repeated in the commands of its hint: without them a copied
    /// command would sign in to another app.
    ///
    /// - Parameter arguments: The program's arguments.
    func repeatingSettings(of arguments: [String]) -> ErrorText {
        guard let hint, let named = Self.settings(in: arguments) else { return self }
        let option = " --settings \(Demo.shellWord(named))"
        var text = self
        if hint.prefixMatch(of: #/tessera (sign-in|sign-out|accounts|people|tasks|token|inspect)\b/#) != nil {
            text.hint = hint + option
        } else {
            let commands = #/`(tessera (?:sign-in|sign-out|accounts|people|tasks|token|inspect)\b[^`]*)`/#
            text.hint = hint.replacing(commands) { "`\($0.1)\(option)`" }
        }
        return text
    }

    private static func settings(in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == "--settings", arguments.indices.contains(index + 1) { return arguments[index + 1] }
            if argument.hasPrefix("--settings=") { return String(argument.dropFirst("--settings=".count)) }
        }
        return nil
    }
}
