// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import Hummingbird

/// The README's second example.
func protect<Context: BearerRequestContext>(
    _ router: Router<Context>, issuer: URL, transport: any Transport
) {
    // README: begin
    let protection = BearerProtection(
        issuer: issuer, providerRules: .standard, tokenRules: AccessTokenRules(audiences: ["api://tasks"]),
        over: transport)
    router.group()
        .add(middleware: BearerAuthenticator(protection))
        .add(middleware: RequiredScope("Tasks.ReadWrite"))
        .get("whoami") { _, context in try context.requireAccessToken().callerID }
    // README: end
}
