// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

package struct EntraEndpoints: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    package func add(to router: Router<ServingContext>, explaining catalogues: [ErrorCatalogue]) {
        ErrorPage(pages: platform.pages, catalogues: catalogues).add(to: router)
        MetadataEndpoint(platform: platform).add(to: router)
        NativeClientEndpoint().add(to: router)
        InstanceDiscoveryEndpoint(platform: platform).add(to: router)
        UserRealmEndpoint(platform: platform).add(to: router)
        AuthorizeEndpoint(platform: platform).add(to: router)
        SignInEndpoint(platform: platform).add(to: router)
        ConsentEndpoint(platform: platform).add(to: router)
        AdminConsentEndpoint(platform: platform).add(to: router)
        MyAppsEndpoint(platform: platform).add(to: router)
        TokenEndpoint(platform: platform).add(to: router)
        LogoutEndpoint(platform: platform).add(to: router)
        DeviceCodeEndpoint(platform: platform).add(to: router)
        DevicePageEndpoint(platform: platform).add(to: router)
    }
}

extension PlatformContext {
    package var grantStore: GrantStore { GrantStore(database: database, random: settings.random) }
    package var consents: ConsentStore { ConsentStore(database: database) }
    var devices: DeviceStore { DeviceStore(database: database, random: settings.random, isTimeFrozen: clock.isFrozen) }
    var guesses: UserCodeGuesses { UserCodeGuesses(database: database) }
    package var sessions: BrowserSessions { BrowserSessions(platform: self) }
    package var tokens: TokenIssuer { TokenIssuer(platform: self) }

    func withPageForm(of request: Request, _ body: (FormParameters) async throws -> Response) async throws -> Response {
        let form = try await RequestContent(of: request).form()
        do {
            return try await body(form)
        } catch let refusal as Refusal {
            return try pages.problem(.unreadable(refusal.message), correlationID: nil)
        }
    }

    func scopeResolution(at tenant: TenantSelector) async throws -> ScopeResolution {
        ScopeResolution(resources: try await resources, tenantName: tenant.name)
    }
}

package enum EntraTemplates {
    package static let all: [(String, [UInt8])] = [
        ("consent", PackageResources.consent_mustache),
        ("approval", PackageResources.approval_mustache),
        ("my-apps", PackageResources.my_apps_mustache),
        ("error-lookup", PackageResources.error_lookup_mustache),
        ("second-factor", PackageResources.second_factor_mustache),
        ("access-refused", PackageResources.access_refused_mustache),
        ("password-change", PackageResources.password_change_mustache),
        ("enrolment", PackageResources.enrolment_mustache),
        ("terms-of-use", PackageResources.terms_of_use_mustache),
        ("sign-out", PackageResources.sign_out_mustache),
        ("signed-out", PackageResources.signed_out_mustache),
    ]
}
