// SPDX-License-Identifier: Apache-2.0

extension KeyedDecodingContainer {
    /// The value of a key that may be missing: files name what differs from the ordinary, and nothing else.
    package func decode<Value: Decodable>(_ key: Key, or ordinary: @autoclosure () -> Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? ordinary()
    }
}
