// SPDX-License-Identifier: Apache-2.0
import Testing

/// The C libraries that each product links on each platform, as the manifest says.
///
/// libcurl and libpq are not among them: they are loaded when they are first needed.
@Suite struct LinkedLibrariesTests {
    /// SQLite, which is part of Apple's systems too.
    private static let withDatabase: Set = ["SignInTesting", "WebSignInSQLite"]
    /// Products that send no requests.
    private static let withoutTransport: Set = ["HTTPServing"]

    @Test func `on Apple's systems no library product links more than the system has`() throws {
        let manifest = try PackageManifest.current.get()
        let products = Set(manifest.products.keys).subtracting(manifest.programs)
        #expect(products.count >= 15)
        for product in products {
            for platform in [PackageManifest.Platform.ios, .macos] {
                let expected: Set = Self.withDatabase.contains(product) ? ["sqlite3"] : []
                #expect(manifest.libraries(of: product, on: platform) == expected, "\(product) on \(platform)")
            }
        }
    }

    @Test func `on Linux a library product links libcrypto, zlib and SQLite, each only if it is needed`() throws {
        let manifest = try PackageManifest.current.get()
        for product in Set(manifest.products.keys).subtracting(manifest.programs) {
            var expected: Set = ["crypto"]
            if !Self.withoutTransport.contains(product) { expected.insert("z") }
            if Self.withDatabase.contains(product) { expected.insert("sqlite3") }
            #expect(manifest.libraries(of: product, on: .linux) == expected, "\(product)")
        }
    }

    @Test func `no C library but libcrypto and zlib reaches an app that imports SignIn alone`() throws {
        let manifest = try PackageManifest.current.get()
        #expect(manifest.libraries(of: "SignIn", on: .linux) == ["crypto", "z"])
        #expect(manifest.libraries(of: "SignIn", on: .ios).isEmpty)
    }

    @Test(arguments: PackageManifest.Platform.allCases)
    func `libssl reaches programs alone`(_ platform: PackageManifest.Platform) throws {
        let manifest = try PackageManifest.current.get()
        #expect(manifest.programs == ["task-service", "tessera"])
        for product in manifest.products.keys {
            let libraries = manifest.libraries(of: product, on: platform)
            #expect(libraries.contains("ssl") == manifest.programs.contains(product), "\(product)")
        }
    }

    @Test func `each C library of a program is one of four`() throws {
        let manifest = try PackageManifest.current.get()
        for program in manifest.programs {
            #expect(manifest.libraries(of: program, on: .linux) == ["crypto", "sqlite3", "ssl", "z"])
            // pkg-config knows where Homebrew keeps "openssl", and no compiler does.
            #expect(manifest.libraries(of: program, on: .macos) == ["crypto", "openssl", "sqlite3", "ssl"])
        }
    }
}
