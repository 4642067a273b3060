// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The keys that a provider publishes at its `jwks_uri`.
///
/// A key that cannot be used, because its type is unknown or it is too weak, is skipped and remembered: one
/// odd key must not shut everybody out.
///
/// RFC 7517 §5
public struct JSONWebKeySet: Hashable, Sendable {
    /// The usable keys, in the order of the document.
    public let keys: [JSONWebKey]

    /// The keys that were left out, in the order of the document.
    public let skipped: [SkippedKey]

    /// A key that was left out of the set, and why.
    public struct SkippedKey: Hashable, Sendable {
        /// Its place in the array `keys` of the document, from 0.
        public let index: Int
        /// What was wrong with it.
        public let error: JOSEError
    }

    /// Gathers keys, to be published.
    public init(_ keys: [JSONWebKey]) {
        self.keys = keys
        self.skipped = []
    }

    /// Reads a key set, skipping the keys that cannot be used.
    ///
    /// - Parameters:
    ///   - jsonData: the document, `{"keys": […]}`.
    ///   - maximumByteCount: the longest document that is read, in bytes; Entra's are about 20 KiB.
    ///   - maximumKeyCount: how many keys may be in it, those to be skipped included.
    /// - Throws: ``JOSEError``: `keySetTooLarge`; `keySetMalformed`; `keySetTooManyKeys`; and those of JSON
    ///   (`jsonInvalid`, `jsonDuplicateMember`, `jsonTooDeep`), which hold for the document as a whole.
    public init(
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

    /// The key set as JSON, to be published: public members only.
    public var jsonData: Data {
        Data(JSONValue.object(["keys": .array(keys.map { .object($0.members) })]).text.utf8)
    }
}
