// SPDX-License-Identifier: Apache-2.0

extension KeyedDecodingContainer {
    /// The value of a key, or its default: files hold only values that differ from the defaults.
    package func decode<Value: Decodable>(_ key: Key, or ordinary: @autoclosure () -> Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? ordinary()
    }
}
