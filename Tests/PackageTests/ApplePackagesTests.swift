// SPDX-License-Identifier: Apache-2.0
import Testing

/// The packages that an app for iOS links, as the manifest says.
@Suite struct ApplePackagesTests {
    @Test(arguments: ["SignIn", "SystemSignIn", "SignInUI", "QuickStartUI", "MicrosoftIdentity", "MicrosoftGraph"])
    func `an app for iOS links no package of others`(_ product: String) throws {
        let manifest = try PackageManifest.current.get()
        #expect(manifest.targets(of: product, on: .ios).contains(product))
        #expect(manifest.packages(of: product, on: .ios).isEmpty)
    }

    @Test func `without script/apple-check the manifest has no flags that keep others from depending on it`() throws {
        let manifest = try PackageManifest.current.get().text
        #expect(manifest.contains("SystemSignIn"))
        #expect(!manifest.lowercased().contains("unsafeflags") && !manifest.contains("AppleTests"))
    }
}
