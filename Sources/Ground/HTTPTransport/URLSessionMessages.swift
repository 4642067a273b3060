// SPDX-License-Identifier: Apache-2.0
// Linux compiles it for script/apple-check alone, since FoundationNetworking would load thirty libraries.
#if canImport(Darwin) || APPLE_CHECK
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPMessages

extension URLRequest {
    /// `nil` without an absolute address; `URLSession` takes one value per name, and writes it as ISO 8859-1.
    init?(_ request: HTTPRequest) {
        guard let url = request.url else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        for field in request.headerFields where value(forHTTPHeaderField: field.name.rawName) == nil {
            let value = request.headerFields[field.name] ?? field.value
            setValue(String(value.utf8.map { Character(Unicode.Scalar($0)) }), forHTTPHeaderField: field.name.rawName)
        }
    }
}

extension HTTPResponse {
    /// `nil` for a status outside 0...999.
    init?(_ response: HTTPURLResponse) {
        guard (0...999).contains(response.statusCode) else { return nil }
        self.init(status: Status(code: response.statusCode))
        for case (let name as String, let value as String) in response.allHeaderFields {
            guard let name = HTTPField.Name(name) else { continue }
            // Each character of ISO 8859-1 is a byte of the value.
            let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            let isLatin = bytes.count == value.unicodeScalars.count
            headerFields.append(
                isLatin ? HTTPField(name: name, lenientValue: bytes) : HTTPField(name: name, value: value))
        }
    }
}
#endif
