// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore

/// The content of a refusal, in the form of Microsoft's sample API.
struct JSONBody: Encodable {
    let code: String
    let message: String

    func encoded() throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(self))
    }
}
