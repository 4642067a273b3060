// SPDX-License-Identifier: Apache-2.0
package import TenantCustomers
package import TenantEntra

extension EntraError {
    /// The error as External ID sends it; External ID uses none of Azure AD B2C's numbers.
    package init(_ error: UserFlowError) { self = Self.counterpart(of: error) ?? .malformedRequest(error.text) }

    static func counterpart(of error: UserFlowError) -> EntraError? {
        let values = error.values
        let (value, other) = (values.first ?? "", values.dropFirst().first ?? "")
        return switch error.number {
        case 90006: .redirectMismatch(value, client: other)
        case 90008: .missingParameter("client_id")
        case 90010: .missingParameter("scope")
        case 90012, 90055, 90082, 90117: .unknownScope(value)
        case 90013: .unknownResponseType(value)
        case 90014: .badResponseMode(value)
        case 90018 where error.isOfDisabledApp: EntraError(7_000_112, with: value, other)
        case 90018: .unknownClient(value, tenant: other)
        case 90036: .missingParameter("post_logout_redirect_uri")
        case 90043: .badPrompt(value)
        case 90052, 90054, 90225: .wrongPassword
        case 90053: .unknownPerson(value, tenant: other)
        case 90057, 90107: .responseTypeNotAllowed()
        case 90066: .unknownTenant(value)
        case 90067: .invalidParameter("post_logout_redirect_uri")
        case 90077, 90121: .notSignedIn
        case 90079: .secretMissing
        case 90080: .grantExpired
        case 90081: EntraError(7_000_215, with: value)
        case 90083: .missingParameter(value)
        case 90084: .secretFromPublicClient
        case 90086: .unsupportedGrant(value)
        case 90087, 90088, 90090, 90128: .unknownGrant
        case 90091, 90118: .cancelled
        case 90110: .openIDMissing
        case 90111: .accountDisabled
        case 90114, 90157: .accountLocked
        case 90115: .emptyScope
        case 90120: .invalidParameter("max_age")
        case 90122: .malformedRequest(value)
        case 90129: .codeRedeemed
        case 90146: .severalResources
        case 90151: .secondFactorFailed
        case 90182: .verifierMismatch
        case 90183: error.code == "invalid_grant" ? .verifierMismatch : .badChallenge
        case 90184: .badChallenge
        case 90205: EntraError(65001, with: value, other)
        case 90226: .onlyPost
        case 99005: .illegalScope
        case 99059: .challengeNeeded
        default: nil
        }
    }
}
