// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// Writes a `settings.plist` in the format of one of Microsoft's samples.
public struct SettingsFile: Sendable, Encodable {
    private let values: [String: String]

    /// Creates a file in QuickStart's format; see ``Settings/Form/quickStart``.
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

    /// Creates a file in the B2C sample's format; see ``Settings/Form/b2c``.
    ///
    /// `directory` is a URL such as `https://login.microsoftonline.com/contoso.onmicrosoft.com`. Without `taskScopes`,
    /// app and API share a registration.
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

    /// Encodes only the keys and values.
    public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    /// Returns the file's content as XML.
    public func propertyList() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(self)
    }
}
