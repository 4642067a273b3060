// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The limits that end a session early.
struct ConditionalAccessSessionControls: Sendable, Hashable, Codable {
    /// The time after which a person must sign in again.
    struct SignInFrequency: Sendable, Hashable, Codable {
        /// The proofs that the person must give again.
        enum AuthenticationType: String, Sendable, Codable {
            case primaryAndSecondaryAuthentication, secondaryAuthentication
        }

        /// The time for which one sign-in is enough.
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
