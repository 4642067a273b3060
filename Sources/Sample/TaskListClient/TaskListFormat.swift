// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The JSON format of the task API, for client and server.
public enum TaskListFormat {
    /// The field for the text, in JSON and in forms.
    public static let textField = "Text"
    /// The field for the state, in JSON and in forms.
    public static let completedField = "completed"
    /// The maximum length of a task's text, in characters.
    public static let maximumTextLength = 1_000
    /// The maximum length of a list's page, in tasks.
    public static let maximumPageLength = 500
    /// The maximum length of a search text, in characters.
    public static let maximumSearchLength = 200

    /// Returns an encoder that writes dates as RFC 3339 text with milliseconds.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(of: date))
        }
        return encoder
    }

    /// Returns a decoder that reads dates as RFC 3339 text, with or without a fraction of a second.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard
                let date = (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
                    ?? (try? Date.ISO8601FormatStyle().parse(text))
            else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date") }
            return Date(millisecondsSince1970: date.millisecondsSince1970)
        }
        return decoder
    }

    /// Returns a date as RFC 3339 text; Foundation truncates fractions, and would write .345 as .344.
    public static func text(of date: Date) -> String {
        let (seconds, rest) = date.millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
        let second = Date(timeIntervalSince1970: TimeInterval(rest < 0 ? seconds - 1 : seconds))
        let fraction = String(1000 + (rest < 0 ? rest + 1000 : rest)).dropFirst()
        return "\(second.formatted(.iso8601).dropLast()).\(fraction)Z"
    }
}
