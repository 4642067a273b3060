// SPDX-License-Identifier: Apache-2.0

extension ErrorText {
    /// The same error; the commands in its hint repeat the settings or registration of this command.
    ///
    /// Without them, a copied command would sign in to another app.
    package func repeatingSettings(of arguments: [String]) -> ErrorText {
        guard let hint else { return self }
        let named = Self.options(in: arguments, of: ["--settings", "--registration"])
        // Only a sign-in takes these options, which nothing stores before it succeeds.
        let issuer = Self.options(in: arguments, of: Self.issuerOptions)
        let new = issuer + (issuer.isEmpty ? "" : Self.options(in: arguments, of: ["--scope"]))
        var text = self
        let bare = #/tessera (sign-in|sign-out|accounts|people|tasks|token|inspect|userinfo)\b[^`]*/#
        let quoted = #/`(tessera (sign-in|sign-out|accounts|people|tasks|token|inspect|userinfo)\b[^`]*)`/#
        let completed = { (command: String, name: Substring) in
            // A command with a registration or issuer of its own is complete.
            guard !command.contains("--registration"), !command.contains("--issuer") else { return command }
            return command + named + (name == "sign-in" ? new : "")
        }
        if let command = hint.wholeMatch(of: bare) {
            text.hint = completed(hint, command.1)
        } else {
            text.hint = hint.replacing(quoted) { "`\(completed(String($0.1), $0.2))`" }
        }
        return text
    }

    private static let issuerOptions = [
        "--issuer", "--client-id", "--name", "--redirect-uri", "--client-authentication", "--client-secret-file",
    ]

    /// The given options with their values, quoted for the end of a command.
    private static func options(in arguments: [String], of names: [String]) -> String {
        arguments.enumerated().reduce(into: "") { text, argument in
            for name in names {
                if argument.element == name {
                    let values = arguments[(argument.offset + 1)...].prefix { !$0.hasPrefix("-") }
                    text += ([name] + values.prefix(name == "--scope" ? .max : 1).map(\.shellWord))
                        .map { " " + $0 }.joined()
                } else if argument.element.hasPrefix(name + "=") {
                    text += " \(name) \(String(argument.element.dropFirst(name.count + 1)).shellWord)"
                }
            }
        }
    }
}
