// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A URL for the user to open on another device, and a code to enter there.
///
/// ```swift
/// let account = try await flow.signInWithDeviceCode { authorization in
///     await window.show("Open \(authorization.verificationURI) and type \(authorization.userCode)")
/// }
/// ```
///
/// RFC 8628 §3.2
public struct DeviceAuthorization: Sendable {
    /// The code that the user enters.
    public let userCode: String
    /// The URL that the user opens.
    public let verificationURI: URL
    /// The URL including the code, for a QR code; not every provider sends one.
    public let verificationURIComplete: URL?
    /// The provider's own instructions for the user, which Microsoft's providers send.
    ///
    /// The text is unfiltered: a terminal program must first remove control and invisible characters.
    public let message: String?
    /// The validity period of the code.
    public let expiresIn: Duration
    /// The client's secret for its token requests; the user never sees it.
    package let deviceCode: Redacted<String>
    package let interval: Duration

    /// The caller checks the URLs: each provider has its own rule for their hosts.
    package init(status: Int, body: Data) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        let response = try ForeignJSON(body, orThrow: Self.malformed)
        deviceCode = Redacted(try response.required("device_code"))
        userCode = try response.required("user_code")
        guard Self.isReadable(userCode) else { throw Self.malformed("has no code that a user could type") }
        // The second is the name in a draft of RFC 8628, which some providers still use.
        let address = try response.address("verification_uri") ?? response.address("verification_url")
        guard let address else { throw Self.malformed("lacks 'verification_uri'") }
        verificationURI = address
        verificationURIComplete = try? response.address("verification_uri_complete")
        message = try? response.text("message")
        // Without a usable lifetime, a user still has time to enter the code.
        expiresIn = .seconds(response.seconds("expires_in") ?? 300)
        // With an interval of zero, the client would send requests without a pause; with a huge one, never again.
        interval = .seconds(min(max(response.seconds("interval") ?? 5, 1), 300))
    }

    private static func malformed(_ defect: String) -> Refusal {
        Refusal(
            .deviceAuthorizationMalformed,
            "the provider's response to the request for a code \(defect); report it to the provider")
    }

    /// Apps show the code unchanged, so it must be one short word: no sentence, no control character.
    private static func isReadable(_ code: String) -> Bool {
        code.utf8.count <= 24 && code.wholeMatch(of: #/[A-Za-z0-9-]+/#) != nil
    }
}
