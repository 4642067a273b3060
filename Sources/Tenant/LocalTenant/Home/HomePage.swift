// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantControl
import TenantDirectory
import TenantEntra

/// The home page: the people, apps and addresses of the platform.
struct HomePage {
    let tenant: Tenant
    let directories: [HomePageDirectory]
    let apps: [RegisteredApp]
    let issuer: String
    let metadataURL: String
    let graphURL: String
    let platformURL: String
    /// Whether the people of the first directory have the password of the samples.
    let hasSamplePassword: Bool
    let content: HomePageContent
    /// The directory of customers, if there is one.
    let customers: HomePageCustomers?
    /// The automatic sign-ins: the page lists them, because the apps then show no sign-in pages.
    let automaticSignIns: [AutomaticSignIn]
    let standard: HomePageStandardProvider

    /// The values for the template.
    var values: [String: Any] {
        var values: [String: Any] = [
            "directoryName": tenant.displayName, "domain": tenant.domain,
            "issuer": issuer,
            "metadataURL": metadataURL,
            "graphURL": graphURL,
            "testAPI": platformURL + TenantPath.administration,
            "commands": content.commands,
            "myAppsPath": MyAppsEndpoint.path,
            "directories": directories.map(\.values),
            "apps": apps.filter { !$0.allRedirectURIs.isEmpty || !$0.isPublic }.map { app in
                [
                    "displayName": app.displayName, "clientID": app.id, "redirectURIs": app.allRedirectURIs,
                    "secrets": SampleApp.secret(of: app.id).map { [$0] } ?? [],
                ] as [String: Any]
            },
        ]
        values["automaticSignIns"] = [
            automaticSignIns.map { signIn in
                [
                    "app": apps.first { $0.id == signIn.clientID }?.displayName ?? signIn.clientID,
                    "person": signIn.person,
                ]
            }
        ].filter { !$0.isEmpty }.map { ["rules": $0] }
        values["tasksURL"] = content.tasksURL
        values["samplePassword"] = hasSamplePassword ? IdentityPlatform.samplePassword : nil
        values["customers"] = customers?.values
        values["standard"] = standard.values
        return values
    }
}

extension Pages {
    /// The home page as a response.
    func home(_ page: HomePage) -> Response {
        html("home", page.values, policy: .page())
    }
}
