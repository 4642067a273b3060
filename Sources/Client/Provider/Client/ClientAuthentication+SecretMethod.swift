// SPDX-License-Identifier: Apache-2.0

extension ClientAuthentication {
    /// The method by which a client sends its secret, by the names of client registration.
    ///
    /// RFC 6749 §2.3.1, RFC 7591 §2 (`token_endpoint_auth_method`)
    public enum SecretMethod: String, Sendable, Hashable, CaseIterable {
        /// As HTTP Basic, the standard's default.
        case basic = "client_secret_basic"
        /// In the form, beside the other parameters.
        case post = "client_secret_post"
    }
}

extension IdentityProvider {
    /// The method by which every endpoint gets a client's secret.
    ///
    /// - Parameter registered: The method that the registration names.
    /// - Returns: That method; without one the usual method of this kind of provider, unless its metadata names only
    ///   the other one.
    package func secretMethod(
        registered: ClientAuthentication.SecretMethod?
    ) -> ClientAuthentication.SecretMethod {
        if let registered { return registered }
        let supported = metadata.tokenEndpointAuthenticationMethods
            .compactMap(ClientAuthentication.SecretMethod.init(rawValue:))
        return supported.contains(rules.secretMethod) ? rules.secretMethod : supported.first ?? rules.secretMethod
    }
}
