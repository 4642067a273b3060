// SPDX-License-Identifier: Apache-2.0
package import Foundation

// Refusals of the token endpoint that concern the request or an earlier grant.
extension EntraError {
    static func malformedTenant(_ name: String) -> EntraError {
        EntraError(
            900023, "invalid_request",
            "Specified tenant identifier '\(name)' is neither a valid DNS name, nor a valid external domain.")
    }

    package static func badParameter(_ name: String, _ value: String) -> EntraError {
        EntraError(90023, "invalid_request", "The value '\(value)' of the parameter '\(name)' is not supported.")
    }

    package static func noAbsoluteURI(_ name: String) -> EntraError {
        EntraError(90102, "invalid_request", "'\(name)' value must be a valid absolute URI.")
    }

    static let malformedJSON = EntraError(9_000_410)

    package static let illegalScope = EntraError(28002)

    static func defaultScopeMixed(_ scope: String) -> EntraError {
        EntraError(
            70011, "invalid_scope",
            "The provided value for the input parameter 'scope' is not valid. The scope \(scope) is not valid. "
                + ".default scope can't be combined with resource-specific scopes.")
    }

    package static func refreshTokenInactive(since date: Date, days: Int = 90) -> EntraError {
        EntraError(
            700082, "invalid_grant",
            "The refresh token has expired due to inactivity. The token was issued on \(date.formatted(.iso8601)) and "
                + "was inactive for \(days).00:00:00.")
    }
}

// Errors for single-page apps, and for clients that behave like one.
extension EntraError {
    static func crossOriginRefused(_ origin: String) -> EntraError {
        EntraError(
            9_002_326, "invalid_request",
            "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. Request "
                + "origin: '\(origin)'.")
    }

    static let onlyCrossOrigin = EntraError(9_002_327)

    package static func singlePageTokenExpired(issuedAt date: Date) -> EntraError {
        EntraError(
            700084, "invalid_grant",
            "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of "
                + "1.00:00:00, which can't be extended. It is now expired and a new sign in request must be sent by "
                + "the SPA to the sign in page. The token was issued on \(date.formatted(.iso8601)).")
    }
}
