// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The JSON of the task API, the same at both ends.
public enum TaskListFormat {
    /// The name of the field that carries the text, in JSON as in forms.
    public static let textField = "Text"
    /// The longest text of a task, in characters.
    public static let maximumTextLength = 1_000

    /// Writes dates as RFC 3339 text with milliseconds.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(dateStyle))
        }
        return encoder
    }

    /// Reads dates as RFC 3339 text, with or without a fraction of a second.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = (try? dateStyle.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        return decoder
    }

    private static var dateStyle: Date.ISO8601FormatStyle { .init(includingFractionalSeconds: true) }
}
