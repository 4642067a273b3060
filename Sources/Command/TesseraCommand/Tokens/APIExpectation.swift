// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// What an API demands of a token, as far as it is known from outside.
struct APIExpectation: Sendable {
    let name: String
    /// The names of the API, one of which must be the token's `aud`; `nil` if they are not known here.
    let audiences: Set<String>?
    /// The permissions of which one must be there; empty where each call has its own.
    var permissions: Set<String> = []
    /// Whether the API believes the provider of the settings and nobody else.
    var believesProviderAlone = false

    /// Microsoft Graph.
    static let graph = APIExpectation(
        name: "Microsoft Graph",
        audiences: [
            "00000003-0000-0000-c000-000000000000", "https://graph.microsoft.com", "https://graph.microsoft.com/",
        ])

    /// Why the API would refuse a token, one sentence each; empty if nothing speaks against it.
    func objections(to token: InspectedToken, finding: ProviderFinding, now: Date) -> [String] {
        var objections: [String] = []
        if case .fails(let reason) = finding.signature {
            objections.append("its signature does not hold: \(reason)")
        }
        if believesProviderAlone, let objection = finding.objection { objections.append(objection) }
        if token.kind == .idToken {
            objections.append("an ID token says who somebody is and opens nothing; an API takes access tokens")
        }
        let audience = token.claims.strings("aud")
        if let audiences, audiences.isDisjoint(with: audience) {
            let named = audience.isEmpty ? "names nobody it is for" : "is for \(audience.joined(separator: ", "))"
            objections.append("it \(named) (aud), and this API is \(audiences.min() ?? "another")")
        }
        objections += timeObjections(to: token.claims, now: now)
        objections += permissionObjections(to: token)
        return objections
    }

    private func timeObjections(to claims: Claims, now: Date) -> [String] {
        var objections: [String] = []
        if let end = claims.date("exp") {
            if end <= now {
                objections.append("it ended \(ClaimMeaning.distance(from: now, to: end)) (exp); get a new one")
            }
        } else {
            objections.append("it does not say when it ends (exp)")
        }
        if let start = claims.date("nbf"), start > now {
            objections.append("it is valid only \(ClaimMeaning.distance(from: now, to: start)) (nbf); check the clocks")
        }
        return objections
    }

    /// An app that is its own API needs no permission: whoever has its token is the app.
    private func permissionObjections(to token: InspectedToken) -> [String] {
        let isOwnAPI = token.claims.string("azp").map { token.claims.strings("aud") == [$0] } ?? false
        guard !permissions.isEmpty, !isOwnAPI, permissions.isDisjoint(with: token.permissions) else { return [] }
        let wanted = permissions.sorted().joined(separator: " or ")
        let has = token.permissions.joined(separator: " ")
        return ["it allows \(has.isEmpty ? "nothing" : has) (scp), and this API wants \(wanted)"]
    }
}
