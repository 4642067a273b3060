// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Writes a `settings.plist` with the keys of Microsoft's QuickStart sample.
public struct SettingsFile: Sendable, Encodable {
    let authority: String
    let clientID: String
    let redirectURI: String
    let scopes: String
    let graphAPI: String
    let apiVersion = "v1.0"
    let secret = ""
    let taskAPI: String
    let taskScopes: String

    /// Takes the values to write.
    public init(
        authority: String, clientID: String, redirectURI: String, scopes: String, graphAPI: String, taskAPI: String,
        taskScopes: String
    ) {
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.graphAPI = graphAPI
        self.taskAPI = taskAPI
        self.taskScopes = taskScopes
    }

    enum CodingKeys: String, CodingKey {
        case authority, scopes, graphAPI, secret, taskAPI, taskScopes
        case clientID = "clientId"
        case redirectURI = "redirectUri"
        case apiVersion = "api-version"
    }

    /// The file's content, as XML.
    ///
    /// - Throws: An error of the encoder.
    public func propertyList() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(self)
    }
}
