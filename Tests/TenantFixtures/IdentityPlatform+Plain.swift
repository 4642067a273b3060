// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing

@testable import LocalTenant
@testable import TenantDirectory

extension IdentityPlatform {
    /// Opens a tenant at the usual address; without the samples, unless a test wants them.
    static func plain(_ folder: URL? = nil, samples: Bool = false) throws -> IdentityPlatform {
        var settings = TenantSettings(
            address: ServerAddress(port: 4400), dataFolder: folder, signingKey: try Site.signingKey.get())
        settings.addsSamples = samples
        return try IdentityPlatform(settings)
    }
}
