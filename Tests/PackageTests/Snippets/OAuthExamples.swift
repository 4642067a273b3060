// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import HTTPTransport
import OAuthMessages
import SignIn

/// The examples of the types of OAuth, in their doc comments.
struct OAuthExamples {
    let accounts: AccountStore
    let flow: SignInFlow
    let agent: LoopbackUserAgent

    func redacted(_ account: Account, _ api: URL) async throws -> HTTPRequest {
        // snippet: Redacted
        let token = try await accounts.token(for: account, scopes: ["User.Read"])
        await show("The token is \(token).")  // The token is redacted.
        var request = HTTPRequest(url: api.appending(path: "me"))
        request.headerFields[.authorization] = "Bearer \(token.revealed)"
        // snippet: end
        return request
    }

    func scopes() -> [ScopeSet] {
        // snippet: ScopeSet
        let scopes: ScopeSet = ["offline_access", "User.Read"]
        let same = ScopeSet(text: "offline_access User.Read")
        let more = scopes.union(["Mail.Read"])
        // snippet: end
        return [same, more]
    }

    func form(_ body: String) throws -> String? {
        // snippet: FormParameters
        guard let form = FormParameters(encoded: body) else { return nil }  // body: of a POST request
        let task = try form.once("task")  // throws if it is repeated
        var reply: FormParameters = ["state": "done"]
        reply.append("task", task)
        let content = reply.encoded  // state=done&task=Buy%20milk
        // snippet: end
        return content
    }

    func securityToken(
        _ grants: ClientGrants, callersToken: Redacted<String>, ownToken: Redacted<String>
    ) -> some AccessTokenSource {
        // snippet: SecurityToken
        let caller = SecurityToken.accessToken(callersToken)
        let service = SecurityToken(ownToken, type: "urn:ietf:params:oauth:token-type:jwt")
        let tokens = grants.tokenExchange(caller, actor: service, audiences: ["orders"])
        // snippet: end
        return tokens
    }

    func authorizationRequest(_ session: some BrowserSession) async throws -> URL {
        // snippet: AuthorizationRequest
        let request = try await flow.authorizationRequest()
        await session.keep(request)  // on the server, because it contains secrets
        return request.url  // redirect the browser to this URL
        // snippet: end
    }

    func redirectURI(_ address: URL, answering request: AuthorizationRequest) async throws -> Account? {
        // snippet: RedirectURI
        guard let redirectURI = RedirectURI("https://app.example.com/signed-in") else { return nil }
        guard redirectURI.receives(address) else { return nil }  // …/signed-in?code=…&state=…
        return try await flow.finish(Redacted(address), answering: request)
        // snippet: end
    }

    func responseMode(_ session: some BrowserSession) async throws -> URL {
        // snippet: ResponseMode
        let request = try await flow.authorizationRequest(responseMode: .formPost)
        await session.keep(request)  // until the form arrives: see SignInFlow.finish(form:answering:)
        return request.url
        // snippet: end
    }

    func claims(_ error: ServerError, _ account: Account, _ scopes: ScopeSet) async throws -> Account {
        var account = account
        // snippet: ClaimsRequest
        if case .answerClaimsChallenge(let claims) = error.nextAction {
            let options = SignInOptions(claims: ClaimsRequest(json: claims))
            account = try await flow.extend(account, by: scopes, with: agent, options: options)
        }
        // snippet: end
        return account
    }

    func answer(_ response: TransportResponse, _ account: Account) async throws -> Account {
        var account = account
        // snippet: ChallengeAnswer
        switch ChallengeAnswer(to: response) {
        case .consent(let scopes): account = try await flow.extend(account, by: scopes, with: agent)
        case .giveUp(let reason): await show(reason)
        default: break
        }
        // snippet: end
        return account
    }

    func options(_ account: Account) async throws -> Account {
        // snippet: SignInOptions
        var options = SignInOptions(prompt: .login, loginHint: account.identity.username)
        options.maxAge = .seconds(300)  // before a step such as the removal of all data
        let signedIn = try await flow.signIn(with: agent, options: options)
        // snippet: end
        return signedIn
    }
}

/// The examples of errors.
struct ErrorExamples {
    let flow: SignInFlow
    let agent: LoopbackUserAgent

    func serverError() async throws -> Account? {
        var account: Account?
        // snippet: ServerError
        do {
            account = try await flow.signIn(with: agent)
        } catch ServerError.Code.accessDenied {
            await show("You can sign in later.")
        } catch let error as ServerError where error.nextAction == .askAdministrator {
            await show("Please show this to your administrator: \(error.message)")
        }
        // snippet: end
        return account
    }

    func refusal(_ signedIn: Account) async throws -> Account {
        var account = signedIn
        // snippet: Refusal
        do {
            account = try await flow.extend(account, by: ["Mail.Read"], with: agent)
        } catch Refusal.Code.subjectMismatch {
            await show("Another person signed in.")
        }
        // snippet: end
        return account
    }

    func actionable() async throws -> Account? {
        var account: Account?
        // snippet: ActionableError
        do {
            account = try await flow.signIn(with: agent)
        } catch let error as any ActionableError {
            await show(error.localizedDescription, offering: error.nextAction)
        }
        // snippet: end
        return account
    }

    func nextAction(_ signedIn: Account, _ error: ServerError) async throws -> Account {
        var account = signedIn
        // snippet: NextAction
        if case .consent(let scopes) = error.nextAction {
            account = try await flow.extend(account, by: scopes, with: agent)
        }
        // snippet: end
        return account
    }
}
