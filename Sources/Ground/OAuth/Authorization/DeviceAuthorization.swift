// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What to show a person who signs in on another device: an address to open there, and a code to type.
///
/// RFC 8628 §3.2
public struct DeviceAuthorization: Sendable {
    /// The code to type.
    public let userCode: String
    /// The address to open.
    public let verificationURI: URL
    /// The address with the code in it, for a picture that a camera can read; not every provider gives one.
    public let verificationURIComplete: URL?
    /// The provider's own words for all of that, as Microsoft's providers send them.
    ///
    /// They are as they came: whoever shows them on a terminal must first take out what moves the cursor or hides.
    public let message: String?
    /// How long the code is good from now.
    public let expiresIn: Duration
    /// What the client asks with; the person never sees it.
    package let deviceCode: Redacted<String>
    /// How long to wait between two questions.
    package let interval: Duration

    /// Judges a reply of the device authorization endpoint.
    ///
    /// The addresses are for the caller to check: who may name which depends on the provider.
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
        // An interval of nothing would have us ask without a pause, a huge one never again.
        interval = .seconds(min(max(wire.interval?.value ?? 5, 1), 300))
    }

    /// It is shown to a person as it is, so it must be one short word: no sentence, and nothing that moves a cursor.
    private static func isReadable(_ code: String) -> Bool {
        code.utf8.count <= 24 && code.wholeMatch(of: #/[A-Za-z0-9-]+/#) != nil
    }
}

/// The members that are read, as they stand on the wire.
private struct Wire: Decodable {
    let deviceCode: String
    let userCode: String
    let verificationURI: URL?
    /// The name of a draft, which some providers still use.
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
