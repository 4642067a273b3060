// SPDX-License-Identifier: Apache-2.0
import Configuration
import Foundation

/// A file with settings, in JSON.
struct ConfigurationFile {
    /// The reason why a file cannot be read, with the remedy.
    struct Failure: Error {
        let description: String
    }

    let snapshot: JSONSnapshot
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
            names = Self.names(in: object)
            snapshot = try JSONSnapshot(
                data: content.bytes, providerName: path, parsingOptions: .default)
        } catch let failure as Failure {
            throw failure
        } catch let error as CocoaError {
            // The text of the parser may quote a secret of the file; its place does not.
            let place = error.userInfo["NSJSONSerializationErrorIndex"].map { ", at byte \($0)" } ?? ""
            throw Failure(description: "\(path) is not valid JSON\(place); check brackets, commas, and quotes")
        } catch {
            throw Failure(
                description: "\(path) contains a value of an unsupported type, such as a list of mixed values")
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

    /// The names of all values, with dots between the parts.
    private static func names(in object: [String: Any], below prefix: String = "") -> [String] {
        object.keys.sorted().flatMap { key in
            let name = prefix + key
            guard let inner = object[key] as? [String: Any], !inner.isEmpty else { return [name] }
            return names(in: inner, below: name + ".")
        }
    }
}
