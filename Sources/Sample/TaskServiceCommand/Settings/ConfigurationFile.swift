// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
import PortableFoundation

struct ConfigurationFile {
    struct Failure: Error {
        let description: String
    }

    let path: String
    /// By full name, with dots between the parts.
    private(set) var values: [String: JSONValue] = [:]

    /// Only at the program's start, and at SIGHUP.
    init(_ path: String) throws(Failure) {
        self.path = path
        guard var content = try? Data(contentsOf: URL(filePath: path)) else {
            throw Failure(description: "\(path) cannot be read; check the path and its permissions")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if content.starts(with: mark) { content.removeFirst(mark.count) }
        do {
            add(try StrictJSON.object(in: content))
        } catch let error where error.code == .jsonDuplicateMember {
            throw Failure(description: "\(path) contains a name twice; remove one of them")
        } catch {
            throw Self.failure(of: content, at: path)
        }
    }

    /// A parser's message may quote a secret of the file; the position of the error does not.
    private static func failure(of content: Data, at path: String) -> Failure {
        guard content.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else {
            return Failure(description: "\(path) is not a JSON object; begin it with {")
        }
        let place = StrictJSON.placeOfFault(in: content).map { ", at byte \($0)" } ?? ""
        return Failure(description: "\(path) is not valid JSON\(place); check brackets, commas, and quotes")
    }

    private mutating func add(_ object: [String: JSONValue], below prefix: String = "") {
        for (key, value) in object {
            if let inner = value.object, !inner.isEmpty {
                add(inner, below: prefix + key + ".")
            } else {
                values[prefix + key] = value
            }
        }
    }
}

enum SettingValue: Equatable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case texts([String])

    init?(ofFlag values: [String], _ kind: Setting.Kind) {
        switch kind {
        case .texts: self = .texts(values)
        // A flag without a value means true.
        case .flag where values.isEmpty: self = .flag(true)
        case _ where values.count == 1: self.init(values[0], kind)
        default: return nil
        }
    }

    init?(ofVariable text: String, _ kind: Setting.Kind) {
        guard case .texts = kind else {
            self.init(text, kind)
            return
        }
        self = .texts(text.split(separator: ",").map { $0.trimmed() })
    }

    init?(of value: JSONValue, _ kind: Setting.Kind) {
        switch (kind, value) {
        case (.text, .string(let text)), (.file, .string(let text)), (.choice, .string(let text)): self = .text(text)
        case (.number, .number):
            guard let whole = value.double.flatMap(Int.init(exactly:)) else { return nil }
            self = .number(whole)
        case (.flag, .boolean(let flag)): self = .flag(flag)
        case (.texts, .array(let list)):
            let texts = list.compactMap(\.string)
            guard texts.count == list.count else { return nil }
            self = .texts(texts)
        default: return nil
        }
    }

    private init?(_ text: String, _ kind: Setting.Kind) {
        switch kind {
        case .text, .file, .choice: self = .text(text)
        case .number:
            guard let number = Int(text) else { return nil }
            self = .number(number)
        case .flag:
            switch text.lowercased() {
            case "true", "yes", "1": self = .flag(true)
            case "false", "no", "0": self = .flag(false)
            default: return nil
            }
        case .texts: return nil
        }
    }
}
