// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes

/// What is wrong with the content of an answer, whatever is in it.
public enum ContentFault: String, Sendable, CaseIterable {
    /// There is none.
    case emptyBody
    /// It ends in the middle.
    case truncatedBody = "truncate"
    /// It is no JSON.
    case malformedJSON
    /// A member stands twice.
    case duplicateMember
    /// It is JSON, and said to be a page.
    case wrongContentType
    /// It is longer than anybody reads: 5 MiB.
    case oversizedBody

    /// Spoils content.
    func spoil(_ content: Data, _ fields: inout HTTPFields) -> Data {
        switch self {
        case .emptyBody: return Data()
        case .truncatedBody: return content.prefix(content.count / 2)
        case .malformedJSON: return Data("<html>this is not JSON</html>".utf8)
        case .duplicateMember:
            guard let brace = content.firstIndex(of: UInt8(ascii: "{")) else { return content }
            let inner = content[content.index(after: brace)...]
            guard let comma = inner.firstIndex(of: UInt8(ascii: ",")) else { return content }
            return content[...brace] + inner[..<comma] + Data(",".utf8) + inner
        case .wrongContentType:
            fields[.contentType] = "text/html; charset=utf-8"
            return content
        case .oversizedBody: return content + Data(repeating: UInt8(ascii: " "), count: 5 << 20)
        }
    }
}
