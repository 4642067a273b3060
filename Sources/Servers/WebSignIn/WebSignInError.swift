// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation

/// An error in the configuration of a web app, found before it serves a request.
///
/// ```swift
/// do {
///     return try WebSignIn(at: address, registrations: [work], keepingIn: storage, over: transport)
/// } catch WebSignInError.Code.hostShared {
///     await show("Give the app a host name of its own.")
/// }
/// ```
public struct WebSignInError: ActionableError, Hashable {
    /// The kind of error; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app's address is not `https://host`, or plain http on this machine.
        public static let addressUnsafe = Self(rawValue: "addressUnsafe")
        /// A redirect URI is not part of the app.
        public static let redirectURIElsewhere = Self(rawValue: "redirectURIElsewhere")
        /// Two providers share a redirect URI, so one could pass off its response as the other's.
        public static let redirectURIShared = Self(rawValue: "redirectURIShared")
        /// Two registrations have the same name.
        public static let nameShared = Self(rawValue: "nameShared")
        /// The app and its provider share a host name, so each receives the other's cookies.
        public static let hostShared = Self(rawValue: "hostShared")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch WebSignInError.Code.hostShared { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? WebSignInError)?.code == code }
    }

    /// The kind of error.
    public let code: Code
    /// The cause and the solution in one sentence.
    public let message: String

    /// Correct the settings.
    public var nextAction: NextAction { .correctRegistration }

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
