// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// What ends a session before its time.
struct ConditionalAccessSessionControls: Sendable, Hashable, Codable {
    /// How often somebody has to sign in anew.
    struct SignInFrequency: Sendable, Hashable, Codable {
        /// What has to be given anew.
        enum AuthenticationType: String, Sendable, Codable {
            case primaryAndSecondaryAuthentication, secondaryAuthentication
        }

        /// For how long one sign-in is enough.
        let seconds: Int
        var authenticationType: AuthenticationType = .primaryAndSecondaryAuthentication
    }

    var signInFrequency: SignInFrequency?
}

extension ConditionalAccessSessionControls.SignInFrequency {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seconds = try values.decode(Int.self, forKey: .seconds)
        authenticationType = try values.decode(.authenticationType, or: .primaryAndSecondaryAuthentication)
    }
}
