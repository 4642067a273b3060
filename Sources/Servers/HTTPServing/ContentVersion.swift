// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// The version of a file that pages load, for a URL that changes with the content.
///
/// ```swift
/// let version = ContentVersion.text(of: content)
/// let link = "<link rel=\"stylesheet\" href=\"/style.css?\(version)\">"
/// let headers: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]
/// ```
public enum ContentVersion {
    /// Returns a short hash of the content, in hexadecimal digits.
    public static func text(of content: [UInt8]) -> String {
        SHA256.hash(data: content).prefix(6).map { String($0, radix: 16) }.joined()
    }
}
