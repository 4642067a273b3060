// SPDX-License-Identifier: Apache-2.0

/// JSON with one member per line, in the order and spelling in which it was sent.
struct JSONLayout {
    private(set) var text = ""
    private var containers: [Character] = []
    private var isInString = false
    private var isEscaped = false

    init(_ json: String) {
        for character in json { add(character) }
    }

    private var lineBreak: String { "\n" + String(repeating: "  ", count: containers.count) }

    private mutating func add(_ character: Character) {
        if isInString {
            text.append(character)
            if character == "\"", !isEscaped { isInString = false }
            isEscaped = character == "\\" && !isEscaped
            return
        }
        switch character {
        case "\"":
            isInString = true
            text.append(character)
        case "{":
            containers.append(character)
            text += "{" + lineBreak
        case "}":
            let isEmpty = text.hasSuffix("{" + lineBreak)
            if isEmpty { text.removeLast(lineBreak.count) }
            containers.removeLast()
            text += isEmpty ? "}" : lineBreak + "}"
        case "[":
            containers.append(character)
            text.append(character)
        case "]":
            containers.removeLast()
            text.append(character)
        case ",": text += containers.last == "{" ? "," + lineBreak : ", "
        case ":": text += ": "
        case " ", "\n", "\r\n", "\t": break
        default: text.append(character)
        }
    }
}
