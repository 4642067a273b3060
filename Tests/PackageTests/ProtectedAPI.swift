// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import Foundation
import HTTPServing
import MicrosoftIdentity

/// The README's second example.
func protect<Context: BearerRequestContext>(_ router: Router<Context>, ours: DirectoryID, transport: any Transport) {
    // README: begin
    let work = Authority.entra(.directory(ours)).provider  // for an API whose tokens are of version 2
    let protection = BearerProtection(
        accepting: [AcceptedTokens(from: work, AccessTokenRules(audiences: ["the API's client id"]))], over: transport)
    router.group()
        .add(middleware: BearerAuthenticator(protection))
        .add(middleware: RequiredScope("Tasks.ReadWrite"))
        .get("whoami") { _, context in try context.requireCaller().id }
    // README: end
}
