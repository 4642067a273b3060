// SPDX-License-Identifier: Apache-2.0
import TenantStandard

/// The part of the home page for the standard provider.
struct HomePageStandardProvider {
    private let issuer: String
    private let metadataURL: String

    init(of provider: StandardProvider) {
        issuer = provider.issuer
        metadataURL = provider.url(.metadata)
    }

    /// The values for the template.
    var values: [String: Any] {
        [
            "issuer": issuer, "standardMetadataURL": metadataURL,
            "clients": StandardSampleClient.all.filter { !$0.metadata.redirectURIs.isEmpty }.map { client in
                ["displayName": client.name, "clientID": client.id]
            },
            "nativeID": StandardSampleClient.nativeID,
        ]
    }
}
