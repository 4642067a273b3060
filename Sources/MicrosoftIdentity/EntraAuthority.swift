// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Which people may sign in, as an address of Entra ID names them.
///
/// `common`, `organizations`, `consumers`, a directory's id or one of its domains stand behind the host.
public struct EntraAuthority: Sendable, Hashable {
    /// The issuer to ask for, from which the metadata address follows.
    public let issuer: URL
    /// The part that names the people.
    public let audience: String

    /// Reads an authority, with or without `/v2.0` and a slash at its end.
    ///
    /// - Parameter text: Such as `https://login.microsoftonline.com/common`; `nil` comes back for anything else than
    ///   an address with one path segment, or two of which the second is `v2.0`.
    public init?(_ text: String) {
        guard let components = URLComponents(string: text), components.scheme != nil,
            components.host?.isEmpty == false,
            components.query == nil, components.fragment == nil, components.user == nil
        else { return nil }
        let segments = components.path.split(separator: "/")
        guard let audience = segments.first, segments.count == 1 || segments.dropFirst() == ["v2.0"] else {
            return nil
        }
        var issuer = components
        issuer.path = "/\(audience)/v2.0"
        guard let url = issuer.url else { return nil }
        self.issuer = url
        self.audience = String(audience)
    }
}
