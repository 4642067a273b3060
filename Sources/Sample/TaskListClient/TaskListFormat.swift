// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The JSON format of the task API, for client and server.
public enum TaskListFormat {
    /// The name of the field with the text, in JSON and in forms.
    public static let textField = "Text"
    /// The name of the field for a finished task, in JSON and in forms.
    public static let completedField = "completed"
    /// The longest text of a task, in characters.
    public static let maximumTextLength = 1_000
    /// The longest page of a list, in tasks.
    public static let maximumPageLength = 500
    /// The longest text to search for, in characters.
    public static let maximumSearchLength = 200

    /// An encoder that writes dates as RFC 3339 text with milliseconds.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(of: date))
        }
        return encoder
    }

    /// A decoder that reads dates as RFC 3339 text, with or without a fraction of a second.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard
                let date = (try? fractional.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
            else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date") }
            return Date(millisecondsSince1970: date.millisecondsSince1970)
        }
        return decoder
    }

    private static var fractional: Date.ISO8601FormatStyle { .init(includingFractionalSeconds: true) }

    /// Foundation truncates fractions, and .345 has no exact binary form: it would write .344.
    public static func text(of date: Date) -> String {
        let (seconds, rest) = date.millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
        let second = Date(timeIntervalSince1970: TimeInterval(rest < 0 ? seconds - 1 : seconds))
        let fraction = String(1000 + (rest < 0 ? rest + 1000 : rest)).dropFirst()
        return "\(second.formatted(.iso8601).dropLast()).\(fraction)Z"
    }
}
