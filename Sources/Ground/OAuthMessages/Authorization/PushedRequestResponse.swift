// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// The provider's answer to a pushed authorization request: its name for the request.
///
/// RFC 9126 §2.2
package struct PushedRequestResponse: Sendable {
    /// The value of `request_uri` in the browser, good for one sign-in.
    package let requestURI: String

    /// Judges a response of the pushed authorization request endpoint.
    ///
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`pushedRequestMalformed`).
    package init(status: Int, body: Data) throws {
        let error = ServerError(status: status, body: body)
        // Some providers answer with 200.
        guard status == 201 || status == 200, error.code == .unspecified else { throw error }
        // Its lifetime is not read: the client uses it at once.
        requestURI = try ForeignJSON(body, orThrow: Self.malformed).required("request_uri")
        guard Self.isURI(requestURI) else { throw Self.malformed("has a 'request_uri' that is not an absolute URI") }
    }

    private static func malformed(_ defect: String) -> Refusal {
        Refusal(
            .pushedRequestMalformed,
            "the provider's response to the pushed request \(defect); report it to the provider")
    }

    /// An absolute URI without spaces, short enough for every browser and proxy.
    private static func isURI(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && URL(string: text)?.scheme != nil
    }
}
