// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// The requirements of an API for tokens, as far as clients can know them.
struct APIExpectation: Sendable {
    let name: String
    /// The names of the API, one of which must be the token's `aud`; `nil` if the command does not know them.
    let audiences: Set<String>?
    /// The token needs one of these permissions; empty if each call of the API needs another.
    var permissions: Set<String> = []
    /// Whether the API accepts only the provider of the settings.
    var believesProviderAlone = false

    /// Microsoft Graph.
    static let graph = APIExpectation(
        name: "Microsoft Graph",
        audiences: [
            "00000003-0000-0000-c000-000000000000", "https://graph.microsoft.com", "https://graph.microsoft.com/",
        ])

    /// The reasons why the API would refuse a token, one sentence each; empty if it would accept it.
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

    /// An app that is its own API needs no permission: only the app can have its token.
    private func permissionObjections(to token: InspectedToken) -> [String] {
        let isOwnAPI = token.claims.string("azp").map { token.claims.strings("aud") == [$0] } ?? false
        guard !permissions.isEmpty, !isOwnAPI, permissions.isDisjoint(with: token.permissions) else { return [] }
        let wanted = permissions.sorted().joined(separator: " or ")
        let has = token.permissions.joined(separator: " ")
        return ["it allows \(has.isEmpty ? "nothing" : has) (scp), and this API wants \(wanted)"]
    }
}
