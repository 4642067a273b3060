// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization
package import TenantDirectory

extension ResponseType {
    /// Reads the response type of a request, if the app may use it.
    ///
    /// - Throws: ``EntraError`` (70005, 700054, 900144).
    package init(asked text: String?, of client: RegisteredApp) throws {
        guard let text else { throw EntraError.missingParameter("response_type") }
        guard let type = ResponseType(text) else { throw EntraError.unknownResponseType(text) }
        let settings = client.implicitGrantSettings
        guard settings.enableIDTokenIssuance || !type.words.contains(.idToken),
            settings.enableAccessTokenIssuance || !type.words.contains(.token)
        else { throw EntraError.responseTypeNotAllowed() }
        self = type
    }

    /// Refuses every mode except the granted one.
    ///
    /// - Throws: ``EntraError`` (70007).
    package func check(mode: String?, granted: RedirectTarget.ResponseMode) throws {
        guard let mode, mode != granted.rawValue else { return }
        throw mode == RedirectTarget.ResponseMode.query.rawValue
            ? EntraError.queryWithToken : EntraError.badResponseMode(mode)
    }
}
