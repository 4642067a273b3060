// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import SignInProvider

extension ClientRegistration {
    var secret: String? {
        if case .secret(let secret, _) = authentication { secret.revealed } else { nil }
    }
}
