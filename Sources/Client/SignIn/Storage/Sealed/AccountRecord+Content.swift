// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

extension AccountRecord {
    /// The JSON that is sealed.
    package func content() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .secondsSince1970
        return try encoder.encode(self)
    }

    /// Reads the JSON of ``content()``.
    ///
    /// - Throws: ``BrokenSeal``: `laterVersion`, `damaged`.
    package init(content: Data) throws(BrokenSeal) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let record = try? decoder.decode(AccountRecord.self, from: content)
        // A later version may have another form.
        guard let version = try? record?.version ?? decoder.decode(Form.self, from: content).version else {
            throw .damaged
        }
        guard version <= Self.latestVersion else { throw .laterVersion }
        guard let record, record.generation >= 0 else { throw .damaged }
        self = record
    }

    private struct Form: Decodable {
        let version: Int
    }

    private static let latestVersion = 1
}
