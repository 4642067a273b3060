// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// Writes a `settings.plist` with the keys of one of Microsoft's samples.
public struct SettingsFile: Sendable, Encodable {
    private let values: [String: String]

    /// Creates a file in QuickStart's form.
    ///
    /// - Parameters:
    ///   - authority: The authority, which decides the people that may sign in.
    ///   - clientID: The client id.
    ///   - redirectURI: A registered redirect URI.
    ///   - scopes: The scopes to request at sign-in.
    ///   - graphAPI: Graph's address without its version.
    ///   - taskAPI: The task API's address; `nil` if another file has it.
    ///   - taskScopes: The scopes that its tokens must have.
    ///   - keychain: The name of the group of programs that share one sign-in.
    ///   - secret: The secret of a confidential client.
    public init(
        authority: String, clientID: String, redirectURI: String, scopes: String, graphAPI: String,
        taskAPI: String? = nil, taskScopes: String? = nil, keychain: String? = nil, secret: String = ""
    ) {
        values = [
            "authority": authority, "clientId": clientID, "redirectUri": redirectURI, "scopes": scopes,
            "graphAPI": graphAPI, "api-version": "v1.0", "secret": secret, "taskAPI": taskAPI,
            "taskScopes": taskScopes, "keychain": keychain,
        ].compactMapValues(\.self)
    }

    /// Creates a file in the B2C sample's form.
    ///
    /// - Parameters:
    ///   - accountIdentifier: The name under which accounts are stored.
    ///   - clientID: The client id.
    ///   - directory: The directory's address, such as `https://login.microsoftonline.com/contoso.onmicrosoft.com`.
    ///   - policy: The user flow for sign-in.
    ///   - resetPolicy: The user flow that sets a new password.
    ///   - editPolicy: The user flow in which a person edits the profile.
    ///   - redirectURI: A registered redirect URI.
    ///   - keychain: The name of the group of programs that share one sign-in.
    ///   - taskAPI: The task API's address.
    ///   - taskScopes: The scopes that its tokens must have; without them, app and API are one.
    ///   - secret: The secret of a confidential client.
    public init(
        accountIdentifier: String, clientID: String, directory: String, policy: String,
        resetPolicy: String = Settings.defaultResetPolicy, editPolicy: String? = nil, redirectURI: String,
        keychain: String? = nil, taskAPI: String, taskScopes: String? = nil, secret: String = ""
    ) {
        values = [
            "accountIdentifier": accountIdentifier, "clientID": clientID, "clientSecret": secret,
            "authURL": "\(directory)/oauth2/v2.0/authorize?p=\(policy)",
            "tokenURL": "\(directory)/oauth2/v2.0/token?p=\(policy)", "loginURL": "\(directory)/login",
            "bhh": redirectURI, "keychain": keychain, "contentType": "application/x-www-form-urlencoded",
            "taskAPI": taskAPI, "taskScopes": taskScopes, "resetPolicy": resetPolicy,
            "editPolicy": editPolicy,
        ].compactMapValues(\.self)
    }

    /// Writes only the keys and values.
    public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    /// The file's content, as XML.
    ///
    /// - Throws: Errors of the encoder.
    public func propertyList() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(self)
    }
}
