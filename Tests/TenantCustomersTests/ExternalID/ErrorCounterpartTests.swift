// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import Testing

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantEntra
@testable import TenantExternalID

/// What External ID says where Azure AD B2C has a number of its own: Entra ID's number, code and status.
@Suite struct ErrorCounterpartTests {
    typealias Row = (error: UserFlowError, number: Int, code: String, status: HTTPResponse.Status)

    private static let client = SampleApp.forCustomers[0]
    private static let flow = UserFlow.samples[0]
    private static let now = Date(timeIntervalSince1970: 0)

    static let requests: [Row] = [
        (.redirectMismatch("x", client: "y"), 50011, "invalid_request", .badRequest),
        (.clientMissing, 900_144, "invalid_request", .badRequest),
        (.scopeMissing, 900_144, "invalid_request", .badRequest),
        (.unsupportedScope("x"), 70011, "invalid_scope", .badRequest),
        (.badResponseType("x"), 70005, "unsupported_response_type", .badRequest),
        (.badResponseMode("x"), 70007, "invalid_request", .badRequest),
        (.unknownClient("x", tenant: "y"), 700_016, "unauthorized_client", .badRequest),
        (.badPrompt("x"), 90023, "invalid_request", .badRequest),
        (.resourceMissing("x"), 70011, "invalid_scope", .badRequest),
        (.implicitFlowOff, 700_054, "unsupported_response_type", .badRequest),
        (.unknownFlow("x"), 90002, "invalid_request", .badRequest),
        (.idTokenNotAllowed("x"), 700_054, "unsupported_response_type", .badRequest),
        (.openIDMissing, 70005, "unsupported_response_type", .badRequest),
        (.nothingAskedFor, 28003, "invalid_request", .badRequest),
        (.unknownScope("x"), 70011, "invalid_scope", .badRequest),
        (.badMaximumAge("x", upTo: 1), 90100, "invalid_request", .badRequest),
        (.unreadable("x"), 9_002_313, "invalid_request", .badRequest),
        (.illegalCharacter(","), 28002, "invalid_request", .badRequest),
        (.severalResources("x"), 28000, "invalid_request", .badRequest),
        (.badChallenge, 501_491, "invalid_request", .badRequest),
        (.badChallengeMethod, 501_491, "invalid_request", .badRequest),
        (.challengeMissing, 9_002_325, "invalid_request", .badRequest),
        (.notPermitted(client), 65001, "invalid_grant", .badRequest),
        (.postLogoutRedirectMissing, 900_144, "invalid_request", .badRequest),
        (.badPostLogoutRedirect("x"), 90100, "invalid_request", .badRequest),
    ]

    static let people: [Row] = [
        (.passwordNeeded, 50126, "invalid_grant", .badRequest),
        (.incorrectPassword, 50126, "invalid_grant", .badRequest),
        (.noSession, 50058, "login_required", .badRequest), (.sessionTooOld, 50058, "login_required", .badRequest),
        (.cancelled, 65004, "access_denied", .badRequest), (.forgotPassword, 65004, "access_denied", .badRequest),
        (.locked, 50057, "invalid_grant", .badRequest), (.temporarilyLocked, 50053, "invalid_grant", .badRequest),
        (.tooManyCodes, 50074, "interaction_required", .badRequest),
        (.tooManyTries, 50053, "invalid_grant", .badRequest), (.wrongPassword, 50126, "invalid_grant", .badRequest),
        (.customerGone, 70000, "invalid_grant", .badRequest),
    ]

    static let grants: [Row] = [
        (.secretMissing, 7_000_218, "invalid_client", .unauthorized),
        (.expired(issuedAt: now, expiredAt: now, now: now), 70008, "invalid_grant", .badRequest),
        (.wrongSecret(client), 7_000_215, "invalid_client", .unauthorized),
        (.scopeNotGranted("x"), 70011, "invalid_scope", .badRequest),
        (.missingParameter("x"), 900_144, "invalid_request", .badRequest),
        (.secretFromPublicClient, 700_025, "invalid_client", .unauthorized),
        (.unsupportedGrant("x"), 70003, "unsupported_grant_type", .badRequest),
        (.otherFlow("x", expected: flow), 70000, "invalid_grant", .badRequest),
        (.unusableGrant("x"), 70000, "invalid_grant", .badRequest),
        (.otherClient, 70000, "invalid_grant", .badRequest), (.otherProtocol, 70000, "invalid_grant", .badRequest),
        (.revoked, 54005, "invalid_grant", .badRequest), (.verifierMismatch, 501_481, "invalid_grant", .badRequest),
        (.badVerifier, 501_481, "invalid_grant", .badRequest), (.onlyPost, 900_561, "invalid_request", .badRequest),
    ]

    private static let all = requests + people + grants

    @Test(arguments: all.indices) func `each number has its counterpart`(_ index: Int) {
        let row = Self.all[index]
        let error = EntraError(row.error)
        #expect(error.number == row.number, "\(row.error.name)")
        #expect(error.code == row.code && error.status == row.status, "\(row.error.name)")
        #expect(EntraError.counterpart(of: row.error) != nil)
    }

    @Test func `no number of Azure AD B2C is left out`() {
        // Nobody signs in elsewhere, and nothing breaks here: 90035, 90085, 90273 and 99002 have no cause.
        let known = Set(ErrorCatalogue.azureADB2C.numbers).subtracting([90035, 90053, 90085, 90273, 99002])
        #expect(known.subtracting(Self.all.map(\.error.number)) == [])
    }
}
