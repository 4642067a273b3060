// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import MicrosoftIdentity
import SignIn

/// The examples of Microsoft's providers, in the doc comments.
enum MicrosoftIdentityExamples {
    static func authorities(_ ours: DirectoryID, _ theirs: DirectoryID) throws -> [Authority?] {
        // snippet: Authority
        let work = Authority.entra(.organizations)
        let government = Authority.entra(.organizations, in: .usGovernment, admitting: [ours, theirs])
        let customers = Authority.userFlow("b2c_1_susi", of: "contoso")
        let shoppers = Authority.externalID("contoso")
        let fromSettings = try Authority("https://login.microsoftonline.com/common")
        // snippet: end
        return [work, government, customers, shoppers, fromSettings]
    }

    static func entra(_ ours: DirectoryID, _ theirs: DirectoryID) -> Authority {
        // snippet: EntraAuthority
        let government = EntraAuthority(.organizations, in: .usGovernment)
        let partners = government.admitting([ours, theirs])
        let authority = Authority.entra(partners)
        // snippet: end
        return authority
    }

    static func audience(_ ours: DirectoryID) -> [Authority?] {
        // snippet: EntraAudience
        let everyAccount = Authority.entra(.common)
        let employees = Authority.entra(.directory(ours))
        let fromSettings = EntraAudience("contoso.com").map { Authority.entra($0) }
        // snippet: end
        return [everyAccount, employees, fromSettings]
    }

    static func directory(_ account: Account) -> (Authority, Bool)? {
        // snippet: DirectoryID
        guard let ours = DirectoryID(rawValue: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21") else { return nil }
        let authority = Authority.entra(.directory(ours))
        let isColleague = account.identity.claims.string("tid") == ours.rawValue
        // snippet: end
        return (authority, isColleague)
    }

    static func cloud() -> (Authority, Bool) {
        // snippet: Cloud
        let cloud = Cloud(host: "login.windows.net")  // an older name of the public cloud
        let isPublic = cloud == .public
        let work = Authority.entra(.organizations, in: cloud ?? .usGovernment)
        // snippet: end
        return (work, isPublic)
    }

    static func userFlow() -> [Authority]? {
        // snippet: UserFlowAuthority
        guard let signIn = UserFlowAuthority("b2c_1_susi", of: "contoso"),
            let newPassword = signIn.switched(to: "b2c_1_reset")
        else { return nil }
        let authorities = [Authority.userFlow(signIn), .userFlow(newPassword)]
        // snippet: end
        return authorities
    }

    static func externalID(_ redirectURI: RedirectURI) -> ClientRegistration? {
        // snippet: ExternalIDAuthority
        guard let contoso = ExternalIDAuthority(name: "contoso") else { return nil }
        let shop = ClientRegistration(
            name: "shop", authority: .externalID(contoso), clientID: "your client id", redirectURI: redirectURI,
            scopes: ["offline_access", "api://shop/Orders.Read"])
        // snippet: end
        return shop
    }
}

/// The examples of the errors of Microsoft's providers.
struct MicrosoftErrorExamples {
    let flow: SignInFlow
    let resetFlow: SignInFlow
    let agent: LoopbackUserAgent

    func entra() async throws -> Account? {
        var account: Account?
        // snippet: EntraErrorCode
        do {
            account = try await flow.signIn(with: agent)
        } catch let error as ServerError where EntraErrorCode(of: error)?.rawValue == 50105 {
            await show("Ask your administrator to assign you to this app.")  // AADSTS50105
        }
        // snippet: end
        return account
    }

    func userFlow() async throws -> Account? {
        var account: Account?
        // snippet: UserFlowErrorCode
        do {
            account = try await flow.signIn(with: agent)
        } catch let error as ServerError where UserFlowErrorCode(of: error) == .passwordForgotten {
            _ = try await resetFlow.signIn(with: agent)
            account = try await flow.signIn(with: agent)
        }
        // snippet: end
        return account
    }
}
