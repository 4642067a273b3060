// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The keys that a provider publishes at its `jwks_uri`.
///
/// It skips a key of an unknown type or a weak one, and remembers the error: one such key must not stop every sign-in.
///
/// RFC 7517 §5
package struct JSONWebKeySet: Hashable, Sendable {
    /// The usable keys, in the order of the document.
    package let keys: [JSONWebKey]

    /// The keys that this library cannot use, in the order of the document.
    package let skipped: [SkippedKey]

    /// A skipped key, and the reason.
    package struct SkippedKey: Hashable, Sendable {
        /// Its place in the array `keys` of the document, from 0.
        package let index: Int
        /// The reason.
        package let error: JOSEError
    }

    /// Creates a key set to publish.
    package init(_ keys: [JSONWebKey]) {
        self.keys = keys
        self.skipped = []
    }

    /// Reads a key set, and skips the keys that this library cannot use.
    ///
    /// - Parameters:
    ///   - jsonData: The document, `{"keys": […]}`.
    ///   - maximumByteCount: The size of the largest document to read, in bytes; Entra's are about 20 KiB.
    ///   - maximumKeyCount: The largest number of keys in it, with the skipped ones.
    /// - Throws: ``JOSEError``: `keySetTooLarge`; `keySetMalformed`; `keySetTooManyKeys`; and those of JSON
    ///   (`jsonInvalid`, `jsonDuplicateMember`, `jsonTooDeep`), which hold for the document as a whole.
    package init(
        jsonData: some Collection<UInt8>, maximumByteCount: Int = 512 * 1024, maximumKeyCount: Int = 128
    ) throws(JOSEError) {
        guard jsonData.count <= maximumByteCount else { throw JOSEError(.keySetTooLarge) }
        guard let elements = try StrictJSON.object(in: jsonData)["keys"]?.array else {
            throw JOSEError(.keySetMalformed, member: "keys")
        }
        guard elements.count <= maximumKeyCount else { throw JOSEError(.keySetTooManyKeys) }
        var keys: [JSONWebKey] = []
        var skipped: [SkippedKey] = []
        for (index, element) in elements.enumerated() {
            do throws(JOSEError) {
                keys.append(try JSONWebKey(KeyMembers(object: element.object ?? [:])))
            } catch {
                skipped.append(SkippedKey(index: index, error: error))
            }
        }
        self.keys = keys
        self.skipped = skipped
    }

    /// The key set as JSON to publish, with public members only.
    package var jsonData: Data {
        Data(JSONValue.object(["keys": .array(keys.map { .object($0.members) })]).text.utf8)
    }
}
