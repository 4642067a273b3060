// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A file with settings, in JSON.
struct ConfigurationFile {
    /// The reason why a file cannot be read, with the remedy.
    struct Failure: Error {
        let description: String
    }

    /// A value of JSON.
    enum Value: Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case texts([String])
        /// No setting has numbers; an empty list is one of them.
        case numbers([Double])
    }

    /// The values by their names, with dots between the parts; null is no value.
    let values: [String: Value]
    private let path: String
    private let names: [String]

    /// Reads a file; only at the program's start, and at SIGHUP.
    ///
    /// - Throws: ``Failure``.
    init(_ path: String) throws(Failure) {
        self.path = path
        let content: Data
        do { content = try Data(contentsOf: URL(filePath: path)) } catch {
            throw Failure(description: "\(path) cannot be read; check the path and its permissions")
        }
        do {
            guard let object = try JSONSerialization.jsonObject(with: content) as? [String: Any] else {
                throw Failure(description: "\(path) is not a JSON object; begin it with {")
            }
            var (names, values) = ([String](), [String: Value]())
            try Self.read(object) { name, value in
                names.append(name)
                values[name] = value
            }
            (self.names, self.values) = (names, values)
        } catch let failure as Failure {
            throw failure
        } catch is ForeignType {
            throw Failure(
                description: "\(path) contains a value of an unsupported type, such as a list of mixed values")
        } catch {
            // The text of the parser may quote a secret of the file; its place does not.
            let byte = (error as? CocoaError)?.userInfo["NSJSONSerializationErrorIndex"]
            let place = byte.map { ", at byte \($0)" } ?? ""
            throw Failure(description: "\(path) is not valid JSON\(place); check brackets, commas, and quotes")
        }
    }

    /// Names in the file that are no settings.
    func unknownNames() -> [SettingProblem] {
        names.compactMap { name in
            guard !Setting.all.contains(where: { NamePattern($0.name, separator: ".").matches(name) }) else {
                return nil
            }
            return SettingProblem(
                name, path, "unknown setting" + NearestName.hint(name, among: Setting.all.map(\.name)))
        }
    }

    private struct ForeignType: Error {}

    /// Walks over all values, in the order of their names.
    private static func read(
        _ object: [String: Any], below prefix: String = "", _ each: (String, Value?) throws -> Void
    ) throws {
        for key in object.keys.sorted() {
            if let inner = object[key] as? [String: Any], !inner.isEmpty {
                try read(inner, below: prefix + key + ".", each)
            } else {
                try each(prefix + key, value(object[key]))
            }
        }
    }

    /// A value, or none for null and for an object without members.
    private static func value(_ json: Any?) throws -> Value? {
        switch json {
        case let text as String: .text(text)
        case let number as NSNumber: isFlag(number) ? .flag(number.boolValue) : .number(number.doubleValue)
        case let list as [Any]:
            if let texts = list as? [String], !texts.isEmpty {
                .texts(texts)
            } else {
                .numbers(
                    try list.map {
                        guard let number = $0 as? NSNumber else { throw ForeignType() }
                        return number.doubleValue
                    })
            }
        default: nil
        }
    }

    /// Foundation has one type for both; only the encoding of the value tells them apart.
    private static func isFlag(_ number: NSNumber) -> Bool { number.objCType.pointee == CChar(UInt8(ascii: "c")) }
}
