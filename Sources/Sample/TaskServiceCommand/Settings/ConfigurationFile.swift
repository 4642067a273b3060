// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

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
        var content: Data
        do { content = try Data(contentsOf: URL(filePath: path)) } catch {
            throw Failure(description: "\(path) cannot be read; check the path and its permissions")
        }
        do {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if content.starts(with: mark) { content.removeFirst(mark.count) }
            let object = try StrictJSON.object(in: content)
            var (names, values) = ([String](), [String: Value]())
            try Self.read(object) { name, value in
                names.append(name)
                values[name] = value
            }
            (self.names, self.values) = (names, values)
        } catch is ForeignType {
            throw Failure(
                description: "\(path) contains a value of an unsupported type, such as a list of mixed values")
        } catch let error as JOSEError where error.code == .jsonDuplicateMember {
            throw Failure(description: "\(path) contains a name twice; remove one of them")
        } catch {
            throw Self.failure(of: content, at: path)
        }
    }

    /// The text of a parser may quote a secret of the file; the place of the fault does not.
    private static func failure(of content: Data, at path: String) -> Failure {
        guard content.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else {
            return Failure(description: "\(path) is not a JSON object; begin it with {")
        }
        let place = StrictJSON.placeOfFault(in: content).map { ", at byte \($0)" } ?? ""
        return Failure(description: "\(path) is not valid JSON\(place); check brackets, commas, and quotes")
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
        _ object: [String: JSONValue], below prefix: String = "", _ each: (String, Value?) throws -> Void
    ) throws {
        for key in object.keys.sorted() {
            if let inner = object[key]?.object, !inner.isEmpty {
                try read(inner, below: prefix + key + ".", each)
            } else {
                try each(prefix + key, value(object[key]))
            }
        }
    }

    /// A value, or none for null and for an object without members.
    private static func value(_ json: JSONValue?) throws -> Value? {
        switch json {
        case .string(let text): return .text(text)
        case .boolean(let flag): return .flag(flag)
        case .number: return json?.double.map(Value.number)
        case .array(let list):
            let texts = list.compactMap(\.string)
            if texts.count == list.count, !texts.isEmpty { return .texts(texts) }
            let numbers = list.compactMap(\.double)
            guard numbers.count == list.count else { throw ForeignType() }
            return .numbers(numbers)
        case nil, .null, .object: return nil
        }
    }
}
