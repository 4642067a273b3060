// swift-tools-version: 6.2
import PackageDescription

/// Kept by a trait, so that an app that only signs people in neither fetches nor builds what servers and
/// tools need.
let servers = TargetDependencyCondition.when(traits: ["Servers"])

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "tessera",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "SignIn", targets: ["SignIn"]),
        .library(name: "MicrosoftIdentity", targets: ["MicrosoftIdentity"]),
        .library(name: "MicrosoftGraph", targets: ["MicrosoftGraph"]),
        .library(name: "LoopbackUserAgent", targets: ["LoopbackUserAgent"]),
        .library(name: "TaskList", targets: ["TaskList"]),
        .library(name: "BearerAuth", targets: ["BearerAuth"]),
        .library(name: "LocalTenant", targets: ["LocalTenant"]),
        .library(name: "SignInTesting", targets: ["SignInTesting"]),
        .executable(name: "tessera", targets: ["tessera"]),
    ],
    traits: [
        .trait(
            name: "Servers",
            description: "The API protection, the local tenant, the test kit and the tessera command."),
        .default(enabledTraits: ["Servers"]),
    ],
    dependencies: [
        // The wire and the keys
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        // Sending requests on Linux, and listening for the redirect on loopback
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Servers
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // The command
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "HTTPTransport",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(platforms: [.linux])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
            ], swiftSettings: strict),
        .target(
            name: "OAuth",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto")
            ], swiftSettings: strict),
        .target(
            name: "JOSE",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], swiftSettings: strict),
        .target(
            name: "Provider",
            dependencies: [
                "HTTPTransport", "OAuth", "JOSE", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ], swiftSettings: strict),
        .target(
            name: "SignIn",
            dependencies: [
                "HTTPTransport", "OAuth", "Provider", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ], swiftSettings: strict),
        .target(name: "MicrosoftIdentity", dependencies: ["OAuth", "Provider"], swiftSettings: strict),
        .target(
            name: "LoopbackUserAgent",
            dependencies: [
                "OAuth", "SignIn",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "MicrosoftGraph",
            dependencies: [
                "HTTPTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ], swiftSettings: strict),
        .target(
            name: "TaskList",
            dependencies: [
                "HTTPTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ], swiftSettings: strict),
        .target(
            name: "HTTPServing",
            dependencies: [
                "OAuth",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log", condition: servers),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: servers),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: servers),
            ], swiftSettings: strict),
        .target(
            name: "BearerAuth",
            dependencies: [
                "HTTPTransport", "OAuth", "Provider",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
            ], swiftSettings: strict),
        .target(
            name: "TaskService",
            dependencies: [
                "BearerAuth", "HTTPServing", "HTTPTransport", "OAuth", "Provider", "TaskList",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: servers),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "GRDB", package: "GRDB.swift", condition: servers),
            ], swiftSettings: strict),
        .target(
            name: "LocalTenant",
            dependencies: [
                "HTTPServing", "JOSE", "OAuth",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "GRDB", package: "GRDB.swift", condition: servers),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Mustache", package: "swift-mustache", condition: servers),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            resources: [
                .embedInCode("Resources/carried.mustache"),
                .embedInCode("Resources/directory.json"),
                .embedInCode("Resources/home.mustache"),
                .embedInCode("Resources/layout.mustache"),
                .embedInCode("Resources/password.mustache"),
                .embedInCode("Resources/pick-account.mustache"),
                .embedInCode("Resources/problem.mustache"),
                .embedInCode("Resources/style.css"),
            ], swiftSettings: strict),
        .target(
            name: "SignInTesting",
            dependencies: [
                "HTTPServing", "HTTPTransport", "JOSE", "LocalTenant", "MicrosoftIdentity", "OAuth",
                "Provider", "SignIn",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
            ], swiftSettings: strict),
        .target(
            name: "QuickStart",
            dependencies: ["MicrosoftIdentity", "SignIn"], swiftSettings: strict),
        .target(
            name: "TesseraCommand",
            dependencies: [
                "HTTPServing", "LocalTenant", "LoopbackUserAgent", "MicrosoftGraph", "MicrosoftIdentity",
                "QuickStart",
                "SignIn", "TaskList", "TaskService",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: servers),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: servers),
            ], swiftSettings: strict),
        .executableTarget(name: "tessera", dependencies: ["TesseraCommand"], swiftSettings: strict),
        .testTarget(
            name: "JOSETests",
            dependencies: ["JOSE"], swiftSettings: strict),
        .target(
            name: "Fixtures",
            dependencies: [
                "HTTPTransport", "JOSE", .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Tests/Fixtures",
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "HTTPServing", "OAuth",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: servers),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: servers),
            ], swiftSettings: strict),
        .testTarget(
            name: "BearerAuthTests",
            dependencies: [
                "BearerAuth", "Fixtures", "HTTPServing", "JOSE", "Provider",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
            ], swiftSettings: strict),
        .testTarget(
            name: "TaskServiceTests",
            dependencies: [
                "Fixtures", "HTTPServing", "JOSE", "Provider", "TaskList", "TaskService",
                .product(name: "GRDB", package: "GRDB.swift", condition: servers),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
            ], swiftSettings: strict),
        .testTarget(
            name: "TaskListTests",
            dependencies: [
                "Fixtures", "HTTPServing", "HTTPTransport", "Provider", "TaskList", "TaskService",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
            ], swiftSettings: strict),
        .testTarget(
            name: "MicrosoftGraphTests",
            dependencies: [
                "Fixtures", "HTTPTransport", "MicrosoftGraph",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LoopbackUserAgentTests",
            dependencies: [
                "LoopbackUserAgent", "OAuth", "SignIn",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LocalTenantTests",
            dependencies: [
                "HTTPServing", "JOSE", "LocalTenant", "OAuth", "SignInTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: servers),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: servers),
                .product(name: "Logging", package: "swift-log", condition: servers),
            ], swiftSettings: strict),
        .testTarget(
            name: "OAuthTests",
            dependencies: ["OAuth"], swiftSettings: strict),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: [
                "HTTPTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "ProviderTests",
            dependencies: [
                "HTTPTransport", "JOSE", "OAuth", "Provider",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], swiftSettings: strict),
        .testTarget(
            name: "MicrosoftIdentityTests",
            dependencies: ["MicrosoftIdentity", "OAuth", "Provider"], swiftSettings: strict),
        .testTarget(
            name: "QuickStartTests",
            dependencies: ["OAuth", "QuickStart", "SignIn"], swiftSettings: strict),
        .testTarget(
            name: "SignInTests",
            dependencies: [
                "HTTPTransport", "MicrosoftGraph", "OAuth", "Provider", "SignIn", "SignInTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
            ], swiftSettings: strict),
        .testTarget(
            name: "TesseraCommandTests", dependencies: ["tessera", "TesseraCommand"], exclude: ["browser.py"],
            swiftSettings: strict),
        .testTarget(
            name: "PackageTests",
            dependencies: ["LoopbackUserAgent", "MicrosoftGraph", "MicrosoftIdentity", "SignIn"],
            exclude: ["Consumer"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
