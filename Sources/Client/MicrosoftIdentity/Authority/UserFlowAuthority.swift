// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
public import PortableFoundation

/// A user flow of an Azure AD B2C directory, identified by any of its URLs.
///
/// URLs that differ only in case, or in repeated slashes, name the same flow.
///
/// ```swift
/// guard let signIn = UserFlowAuthority("b2c_1_susi", of: "contoso"),
///     let newPassword = signIn.switched(to: "b2c_1_reset")
/// else { return nil }
/// let authorities = [Authority.userFlow(signIn), .userFlow(newPassword)]
/// ```
public struct UserFlowAuthority: Sendable, Hashable {
    package enum Shape: String, Sendable, Hashable, CaseIterable {
        /// `/{directory}/{flow}/…`, the documented format.
        case path
        /// `/{directory}/…?p={flow}`, the oldest format.
        case query
        /// `/tfp/{directory}/{flow}/…`, which has its own issuer.
        case tfp
        /// `/te/{directory}/{flow}/…`, an old format.
        case te
    }

    /// The directory's domain or ID, in lower case.
    public let directory: String
    /// The flow's name, such as `b2c_1_susi`, in lower case.
    public let userFlow: String
    package let shape: Shape
    let base: URL

    /// Parses the URL of an authority, its metadata, or one of its endpoints.
    ///
    /// An example is `https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_susi`; text without a flow, and plain
    /// http to another machine, return `nil`.
    public init?(_ text: String) {
        guard let address = try? AuthorityAddress(text) else { return nil }
        self.init(address)
    }

    init?(_ address: AuthorityAddress) {
        guard let query = address.query, query.pairs.isEmpty || query.pairs.map(\.name) == ["p"] else { return nil }
        var segments = address.segments[...]
        let shape = Self.shape(of: segments.first, query)
        if shape == .tfp || shape == .te { segments.removeFirst() }
        guard let directory = segments.popFirst(),
            let userFlow = query.pairs.first?.value.lowercased() ?? segments.popFirst(),
            AuthorityAddress.mayEnd(in: segments)
        else { return nil }
        self.init(base: address.base, directory: directory, userFlow: userFlow, shape: shape)
    }

    /// Creates an authority for a flow such as `b2c_1_susi` on Microsoft's host; `nil` if one of the names is invalid.
    ///
    /// The second name is the first part of the directory's domain, as in `contoso.onmicrosoft.com`.
    public init?(_ userFlow: String, of name: String) {
        let name = name.lowercased()
        guard !name.isEmpty, name.hasOnlyLettersAndDigits(or: "") else { return nil }
        guard let base = URL(string: "https://\(name).b2clogin.com") else { return nil }
        self.init(
            base: base, directory: "\(name).onmicrosoft.com", userFlow: userFlow.lowercased(), shape: .path)
    }

    private init?(base: URL, directory: String, userFlow: String, shape: Shape) {
        // Without this prefix, `/common/v2.0` of Entra ID would be a flow.
        guard let prefix = ["b2c_1_", "b2c_1a_"].first(where: userFlow.hasPrefix),
            userFlow.utf8.count > prefix.utf8.count, userFlow.hasOnlyLettersAndDigits(or: "_.-"),
            directory.prefix(1).hasOnlyLettersAndDigits(or: ""), directory.hasOnlyLettersAndDigits(or: ".-"),
            !directory.isEmpty
        else { return nil }
        (self.base, self.directory, self.userFlow, self.shape) = (base, directory, userFlow, shape)
    }

    /// Returns another flow of the same directory, such as the password reset flow; `nil` if the name is invalid.
    public func switched(to userFlow: String) -> UserFlowAuthority? {
        UserFlowAuthority(base: base, directory: directory, userFlow: userFlow.lowercased(), shape: shape)
    }

    /// The issuer to request.
    ///
    /// It always names the flow, unlike the issuer of the flow's tokens.
    public var issuer: URL { base.appending(path: "\(shape == .tfp ? "tfp/" : "")\(directory)/\(userFlow)/v2.0/") }

    package var metadataURL: URL {
        let document = "v2.0/.well-known/openid-configuration"
        return switch shape {
        case .path: base.appending(path: "\(directory)/\(userFlow)/\(document)")
        case .query: base.appending(path: "\(directory)/\(document)").adding(["p": userFlow])
        case .tfp, .te: base.appending(path: "\(shape.rawValue)/\(directory)/\(userFlow)/\(document)")
        }
    }

    private static func shape(of first: String?, _ query: FormParameters) -> Shape {
        guard query.pairs.isEmpty else { return .query }
        return switch first {
        case "tfp": .tfp
        case "te": .te
        default: .path
        }
    }
}

extension StringProtocol {
    /// A regular expression would be compiled at each start of a program.
    fileprivate func hasOnlyLettersAndDigits(or others: String) -> Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: others.utf8.contains(byte)
            }
        }
    }
}
