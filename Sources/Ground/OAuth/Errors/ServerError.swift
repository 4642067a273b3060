// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An error of a provider, with its members unchanged.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch ServerError.Code.accessDenied {
///     await show("You can sign in later.")
/// } catch let error as ServerError where error.nextAction == .askAdministrator {
///     await show("Please show this to your administrator: \(error.message)")
/// }
/// ```
///
/// RFC 6749 §4.1.2.1 and §5.2
public struct ServerError: Error, Sendable {
    /// The provider's error code.
    public var code: Code
    /// The provider's description, for the person or the log.
    public var providerDescription: String?
    /// The address of the provider's page about the error.
    public var errorURI: String?
    /// The HTTP status; `nil` if the error came by a redirect.
    public var status: Int?
    /// The endpoint that sent the response; `nil` if the error came by a redirect.
    public var endpoint: URL?
    /// A more exact reason, as Microsoft's providers send it.
    public var suberror: String?
    /// The claims that the next sign-in must satisfy, as Microsoft's providers send them.
    public var claims: String?
    /// The provider's own numbers for the error, as Microsoft's providers send them.
    public var numbers: [Int]
    /// The ids by which the provider's support finds the request.
    package var trace: Trace
    /// The action that can help.
    public var nextAction: NextAction

    /// Creates a server error; the code gives `nextAction` unless the caller does, and the description the ids.
    public init(
        _ code: Code, providerDescription: String? = nil, errorURI: String? = nil, status: Int? = nil,
        suberror: String? = nil, claims: String? = nil, numbers: [Int] = [], nextAction: NextAction? = nil
    ) {
        self.code = Self.isCode(code.rawValue) ? code : .unspecified
        let providerDescription = providerDescription.map { String($0.prefix(Self.longestDescription)) }
        self.providerDescription = providerDescription
        self.errorURI = errorURI
        self.status = status
        self.suberror = suberror
        self.claims = claims
        self.numbers = numbers
        trace = Trace(in: providerDescription ?? "")
        self.nextAction = nextAction ?? self.code.nextAction
    }

    /// Whether a name can be an error code, and not a text for people. RFC 6749 §5.2
    private static func isCode(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// Longer descriptions are cut: an attacker may have written the error in a redirect.
    private static let longestDescription = 4096

    /// The same error, without the secrets that a provider repeated in its texts.
    package func hiding(_ secrets: [String]) -> ServerError {
        var error = self
        for secret in secrets where secret.utf8.count >= 8 {
            error.providerDescription = error.providerDescription?.replacing(secret, with: "redacted")
            error.errorURI = error.errorURI?.replacing(secret, with: "redacted")
        }
        return error
    }

    /// The first line of the provider's description, without the ids for its support.
    public var reason: String? {
        guard let line = providerDescription?.split(whereSeparator: \.isNewline).first else { return nil }
        let trace = Trace.labels.compactMap { line.range(of: "\($0): ")?.lowerBound }.min()
        let reason = line[..<(trace ?? line.endIndex)].trimmingCharacters(in: .whitespaces)
        return reason.isEmpty ? nil : reason.asForeignText(atMost: Self.longestDescription)
    }
}

extension ServerError: ActionableError {
    /// The first line of the provider's description, as the provider's words; without one, the error's name.
    public var message: String {
        guard code == .unspecified else { return "the provider says: \(reason ?? code.rawValue)" }
        let answer = status.map { "the provider answered \($0)" } ?? "the provider answered with an error"
        return reason.map { "\(answer): \($0)" } ?? "\(answer) without saying why"
    }
}

extension ServerError: CustomStringConvertible {
    /// The code, the first line of the provider's description, and the correlation id for its support.
    ///
    /// If the provider named no error, the status and the endpoint replace the code.
    public var description: String {
        let name = code == .unspecified ? circumstances : code.rawValue
        let words = reason.map { "\(name): \($0)" } ?? name
        return trace.correlationID.map { "\(words) (correlation id \($0))" } ?? words
    }

    private var circumstances: String {
        // Queries may hold secrets.
        let place = endpoint.map { " from \($0.absoluteString.prefix { $0 != "?" && $0 != "#" })" } ?? ""
        return status.map { "\(code.rawValue): status \($0)\(place)" } ?? code.rawValue + place
    }
}
