// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An address and a code to show a person: the person opens the address on another device, and types the code there.
///
/// ```swift
/// let account = try await flow.signInWithDeviceCode { authorization in
///     await window.show("Open \(authorization.verificationURI) and type \(authorization.userCode)")
/// }
/// ```
///
/// RFC 8628 §3.2
public struct DeviceAuthorization: Sendable {
    /// The code that the person types.
    public let userCode: String
    /// The address that the person opens.
    public let verificationURI: URL
    /// The address with the code in it, for a QR code; not every provider sends one.
    public let verificationURIComplete: URL?
    /// The provider's own instructions for the person, as Microsoft's providers send them.
    ///
    /// The text is unchanged: a terminal program must first remove control characters and hidden ones.
    public let message: String?
    /// The time for which the code is valid from now.
    public let expiresIn: Duration
    /// The client's secret for its token requests; the person never sees it.
    package let deviceCode: Redacted<String>
    /// The wait between two token requests.
    package let interval: Duration

    /// Judges a response of the device authorization endpoint.
    ///
    /// The caller checks the addresses: each provider has its own rule for their hosts.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`deviceAuthorizationMalformed`).
    package init(status: Int, body: Data) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard let wire = try? JSONDecoder().decode(Wire.self, from: body), !wire.deviceCode.isEmpty,
            Self.isReadable(wire.userCode), let address = wire.verificationURI ?? wire.verificationURL
        else {
            throw Refusal(
                .deviceAuthorizationMalformed,
                "the provider's answer has no code that a person could type; report it to the provider")
        }
        userCode = wire.userCode
        verificationURI = address
        verificationURIComplete = wire.verificationURIComplete
        message = wire.message
        expiresIn = .seconds(wire.expiresIn.value)
        deviceCode = Redacted(wire.deviceCode)
        // With an interval of zero, the client would send requests without a pause; with a huge one, never again.
        interval = .seconds(min(max(wire.interval?.value ?? 5, 1), 300))
    }

    /// Apps show the code to people unchanged, so it must be one short word: no sentence, no control character.
    private static func isReadable(_ code: String) -> Bool {
        code.utf8.count <= 24 && code.wholeMatch(of: #/[A-Za-z0-9-]+/#) != nil
    }
}

/// The members as the provider sends them.
private struct Wire: Decodable {
    let deviceCode: String
    let userCode: String
    let verificationURI: URL?
    /// The name in a draft of RFC 8628; some providers still use it.
    let verificationURL: URL?
    let verificationURIComplete: URL?
    let message: String?
    let expiresIn: LenientSeconds
    let interval: LenientSeconds?

    enum CodingKeys: String, CodingKey {
        case message, interval
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case verificationURL = "verification_url"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
    }
}
