// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The JSON of the task API, the same at both ends.
public enum TaskListFormat {
    /// The name of the field that carries the text, in JSON as in forms.
    public static let textField = "Text"
    /// The name of the field that says whether a task is done.
    public static let completedField = "completed"
    /// The longest text of a task, in characters.
    public static let maximumTextLength = 1_000

    /// Writes dates as RFC 3339 text with milliseconds.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(of: date))
        }
        return encoder
    }

    /// Reads dates as RFC 3339 text, with or without a fraction of a second.
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

    /// Foundation cuts fractions off, and .345 has no exact form: it would say .344.
    private static func text(of date: Date) -> String {
        let (seconds, rest) = date.millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
        let second = Date(timeIntervalSince1970: TimeInterval(rest < 0 ? seconds - 1 : seconds))
        let fraction = String(1000 + (rest < 0 ? rest + 1000 : rest)).dropFirst()
        return "\(second.formatted(.iso8601).dropLast()).\(fraction)Z"
    }
}
