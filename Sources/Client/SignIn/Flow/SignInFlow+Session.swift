// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
public import OAuth

extension SignInFlow {
    /// The tokens of an account that was signed in with this flow, now or in an earlier run of the program.
    public func session(of account: Account) -> AccountSession {
        AccountSession(account, of: registration, keptIn: accounts)
    }

    /// A transport to one API that carries an account's token.
    ///
    /// - Parameters:
    ///   - account: The account that the tokens are for.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    /// - Returns: The transport, for any client of that API.
    public func authorizedTransport(for account: Account, scopes: ScopeSet, to api: URL) -> AuthorizedTransport {
        AuthorizedTransport(session(of: account), scopes: scopes, to: api, over: accounts.transport)
    }
}
