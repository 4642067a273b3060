// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import Hummingbird
import MicrosoftIdentity

/// The README's second example.
func protect<Context: BearerRequestContext>(
    _ router: Router<Context>, transport: any Transport
) {
    // README: begin
    let provider = Authority.entra(.organizations).provider
    let protection = BearerProtection(
        accepting: [AcceptedTokens(from: provider, AccessTokenRules(audiences: ["api://tasks"]))], over: transport)
    router.group()
        .add(middleware: BearerAuthenticator(protection))
        .add(middleware: RequiredScope("Tasks.ReadWrite"))
        .get("whoami") { _, context in try context.requireAccessToken().callerID }
    // README: end
}
