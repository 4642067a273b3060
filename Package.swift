// swift-tools-version: 6.2
import PackageDescription

/// Kept by a trait, so that an app that only signs people in neither fetches nor builds what servers and
/// tools need.
let servers = TargetDependencyCondition.when(traits: ["Servers"])

/// On Apple systems `URLSession` sends the requests, and apps link no NIO.
let linux = TargetDependencyCondition.when(platforms: [.linux])
/// Elsewhere `URLSession` brings libcurl and what that needs: each program would load thirty libraries for nothing.
let apple = TargetDependencyCondition.when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])

/// A product of another package, by the name that the targets below use.
private func product(
    _ name: String, of package: String, onlyFor condition: TargetDependencyCondition? = nil
)
    -> Target.Dependency
{
    .product(name: name, package: package, condition: condition)
}

let httpTypes = product("HTTPTypes", of: "swift-http-types")
let crypto = product("Crypto", of: "swift-crypto")
let cryptoExtras = product("CryptoExtras", of: "swift-crypto")
let asn1 = product("SwiftASN1", of: "swift-asn1", onlyFor: servers)
let x509 = product("X509", of: "swift-certificates", onlyFor: servers)
let nioCore = product("NIOCore", of: "swift-nio")
let nioPosix = product("NIOPosix", of: "swift-nio")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl", onlyFor: servers)
let hummingbird = product("Hummingbird", of: "hummingbird", onlyFor: servers)
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", onlyFor: servers)
let hummingbirdTLS = product("HummingbirdTLS", of: "hummingbird", onlyFor: servers)
let grdb = product("GRDB", of: "GRDB.swift", onlyFor: servers)
let mustache = product("Mustache", of: "swift-mustache", onlyFor: servers)
let logging = product("Logging", of: "swift-log", onlyFor: servers)
let serviceLifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", onlyFor: servers)
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", onlyFor: servers)
let argumentParser = product("ArgumentParser", of: "swift-argument-parser", onlyFor: servers)

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let targets: [Target] = [
    .target(name: "PrivateFiles", swiftSettings: strict),
    .target(
        name: "HTTPTransport",
        dependencies: [
            httpTypes,
            product("HTTPTypesFoundation", of: "swift-http-types", onlyFor: apple),
            product("AsyncHTTPClient", of: "async-http-client", onlyFor: linux),
            product("NIOCore", of: "swift-nio", onlyFor: linux),
            product("NIOHTTP1", of: "swift-nio", onlyFor: linux),
            product("NIOSSL", of: "swift-nio-ssl", onlyFor: linux),
        ],
        swiftSettings: strict),
    .target(
        name: "OAuth",
        dependencies: [crypto],
        swiftSettings: strict),
    .target(
        name: "JOSE",
        dependencies: [crypto, cryptoExtras],
        swiftSettings: strict),
    .target(
        name: "Provider",
        dependencies: ["HTTPTransport", "JOSE", "OAuth", httpTypes],
        swiftSettings: strict),
    .target(
        name: "SignIn",
        dependencies: ["HTTPTransport", "OAuth", "PrivateFiles", "Provider", crypto, httpTypes],
        swiftSettings: strict),
    .target(
        name: "MicrosoftIdentity",
        dependencies: ["OAuth", "Provider"],
        swiftSettings: strict),
    .target(
        name: "LoopbackUserAgent",
        dependencies: ["OAuth", "SignIn", nioCore, nioHTTP1, nioPosix],
        swiftSettings: strict),
    .target(
        name: "MicrosoftGraph",
        dependencies: ["HTTPTransport", httpTypes],
        swiftSettings: strict),
    .target(
        name: "TaskList",
        dependencies: ["HTTPTransport", httpTypes],
        swiftSettings: strict),
    .target(
        name: "HTTPServing",
        dependencies: [
            "OAuth", crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, logging, nioCore, nioHTTP1,
            nioPosix, nioSSL, serviceLifecycle, unixSignals,
        ],
        swiftSettings: strict),
    .target(
        name: "LocalCertificates",
        dependencies: ["HTTPServing", "OAuth", "PrivateFiles", crypto, asn1, x509],
        swiftSettings: strict),
    .target(
        name: "BearerAuth",
        dependencies: ["HTTPTransport", "OAuth", "Provider", httpTypes, hummingbird, logging, nioCore],
        swiftSettings: strict),
    .target(
        name: "TaskService",
        dependencies: [
            "BearerAuth", "HTTPServing", "HTTPTransport", "OAuth", "PrivateFiles", "Provider", "TaskList", grdb,
            httpTypes, hummingbird, logging, nioCore, nioHTTP1,
        ],
        swiftSettings: strict),
    .target(
        name: "LocalTenant",
        dependencies: [
            "HTTPServing", "HTTPTransport", "JOSE", "OAuth", "PrivateFiles", asn1, crypto, cryptoExtras, grdb,
            httpTypes, hummingbird, logging, mustache, nioCore, nioPosix, x509,
        ],
        resources: [
            .embedInCode("Resources/access-refused.mustache"),
            .embedInCode("Resources/approval.mustache"),
            .embedInCode("Resources/carried.mustache"),
            .embedInCode("Resources/consent.mustache"),
            .embedInCode("Resources/customer-brand.mustache"),
            .embedInCode("Resources/customer-code.mustache"),
            .embedInCode("Resources/customer-details.mustache"),
            .embedInCode("Resources/customer-email.mustache"),
            .embedInCode("Resources/customer-factor.mustache"),
            .embedInCode("Resources/customer-fields.mustache"),
            .embedInCode("Resources/customer-phone.mustache"),
            .embedInCode("Resources/customer-profile.mustache"),
            .embedInCode("Resources/customer-sign-in.mustache"),
            .embedInCode("Resources/customer-signed-out.mustache"),
            .embedInCode("Resources/development-keys.json"),
            .embedInCode("Resources/device-confirmation.mustache"),
            .embedInCode("Resources/directory.json"),
            .embedInCode("Resources/enrolment.mustache"),
            .embedInCode("Resources/error-lookup.mustache"),
            .embedInCode("Resources/errors.json"),
            .embedInCode("Resources/form-post.mustache"),
            .embedInCode("Resources/home.mustache"),
            .embedInCode("Resources/inbox-notice.mustache"),
            .embedInCode("Resources/inbox.mustache"),
            .embedInCode("Resources/layout.mustache"),
            .embedInCode("Resources/message.mustache"),
            .embedInCode("Resources/my-apps.mustache"),
            .embedInCode("Resources/named-errors.json"),
            .embedInCode("Resources/openapi-actions.json"),
            .embedInCode("Resources/openapi-collection.json"),
            .embedInCode("Resources/openapi-consents.json"),
            .embedInCode("Resources/openapi-inbox.json"),
            .embedInCode("Resources/openapi-schemas.json"),
            .embedInCode("Resources/openapi-sign-ins.json"),
            .embedInCode("Resources/openapi-testing.json"),
            .embedInCode("Resources/openapi.json"),
            .embedInCode("Resources/out-of-band.mustache"),
            .embedInCode("Resources/password-change.mustache"),
            .embedInCode("Resources/password.mustache"),
            .embedInCode("Resources/permissions.mustache"),
            .embedInCode("Resources/pick-account.mustache"),
            .embedInCode("Resources/problem.mustache"),
            .embedInCode("Resources/second-factor.mustache"),
            .embedInCode("Resources/sign-out.mustache"),
            .embedInCode("Resources/signed-out.mustache"),
            .embedInCode("Resources/standard-consent.mustache"),
            .embedInCode("Resources/standard-problem.mustache"),
            .embedInCode("Resources/standard-sign-out.mustache"),
            .embedInCode("Resources/style.css"),
            .embedInCode("Resources/user-code.mustache"),
        ],
        swiftSettings: strict),
    .target(
        name: "SignInTesting",
        dependencies: [
            "HTTPServing", "HTTPTransport", "JOSE", "LocalTenant", "MicrosoftIdentity", "OAuth", "Provider",
            "SignIn", httpTypes, hummingbird, logging,
        ],
        swiftSettings: strict),
    .target(
        name: "QuickStart",
        dependencies: ["MicrosoftGraph", "MicrosoftIdentity", "SignIn", "TaskList"],
        swiftSettings: strict),
    .target(
        name: "TesseraCommand",
        dependencies: [
            "BearerAuth", "HTTPServing", "JOSE", "LocalCertificates", "LocalTenant", "LoopbackUserAgent",
            "MicrosoftGraph", "MicrosoftIdentity", "PrivateFiles", "QuickStart", "SignIn", "TaskList", "TaskService",
            argumentParser, httpTypes, hummingbird, logging, serviceLifecycle, unixSignals,
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "tessera",
        dependencies: ["TesseraCommand"],
        swiftSettings: strict),
    .executableTarget(
        name: "TenantBenchmark",
        dependencies: ["HTTPServing", "LocalTenant", "OAuth", cryptoExtras, httpTypes, hummingbird, logging],
        path: "Benchmarks/TenantBenchmark",
        swiftSettings: strict),
    .executableTarget(
        name: "GrowthBenchmark",
        dependencies: ["FuzzTargets", "HTTPServing", "LocalTenant", "OAuth", httpTypes, hummingbird, logging],
        path: "Benchmarks/GrowthBenchmark",
        swiftSettings: strict),
    .executableTarget(
        name: "ValidationBenchmark",
        dependencies: ["HTTPTransport", "JOSE", "OAuth", "Provider", crypto, cryptoExtras, httpTypes],
        path: "Benchmarks/ValidationBenchmark",
        swiftSettings: strict),
    .executableTarget(
        name: "AccountBenchmark",
        dependencies: ["HTTPTransport", "OAuth", "Provider", "SignIn", httpTypes],
        path: "Benchmarks/AccountBenchmark",
        swiftSettings: strict),
    .executableTarget(name: "PrintedLine", path: "Benchmarks/PrintedLine", swiftSettings: strict),
    .executableTarget(
        name: "AccountWorker",
        dependencies: ["LoopbackUserAgent", "MicrosoftIdentity", "OAuth", "Provider", "SignIn", argumentParser],
        path: "Benchmarks/AccountWorker",
        swiftSettings: strict),
]

let testTargets: [Target] = [
    .testTarget(
        name: "JOSETests",
        dependencies: ["JOSE"],
        swiftSettings: strict),
    .target(
        name: "Fixtures",
        dependencies: ["HTTPTransport", "JOSE", "OAuth", httpTypes, nioCore, nioPosix],
        path: "Tests/Fixtures",
        swiftSettings: strict),
    .target(
        name: "FuzzTargets",
        dependencies: [
            "BearerAuth", "HTTPTransport", "JOSE", "LoopbackUserAgent", "MicrosoftGraph", "MicrosoftIdentity", "OAuth",
            "Provider", "QuickStart", "SignIn", "TaskList", crypto, httpTypes, nioHTTP1,
        ],
        path: "Tests/Fuzz/Targets",
        swiftSettings: strict),
    .testTarget(
        name: "FuzzTests",
        dependencies: ["Fixtures", "FuzzTargets"],
        path: "Tests/Fuzz/Replay",
        swiftSettings: strict),
    .testTarget(
        name: "HTTPServingTests",
        dependencies: [
            "Fixtures", "HTTPServing", "LocalCertificates", "OAuth", crypto, httpTypes, hummingbird, logging, nioCore,
            nioEmbedded, nioHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals,
        ],
        exclude: ["handshake.py"],
        swiftSettings: strict),
    .testTarget(
        name: "LocalCertificatesTests",
        dependencies: ["HTTPServing", "LocalCertificates", "OAuth", crypto, asn1, x509],
        swiftSettings: strict),
    .testTarget(
        name: "BearerAuthTests",
        dependencies: [
            "BearerAuth", "Fixtures", "HTTPServing", "JOSE", "Provider", crypto, httpTypes, hummingbird, logging,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "TaskServiceTests",
        dependencies: [
            "BearerAuth", "Fixtures", "HTTPServing", "JOSE", "MicrosoftIdentity", "Provider", "TaskList", "TaskService",
            grdb, httpTypes, hummingbird, logging,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "TaskListTests",
        dependencies: [
            "BearerAuth", "Fixtures", "HTTPServing", "HTTPTransport", "Provider", "TaskList", "TaskService", httpTypes,
            hummingbird, logging,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "MicrosoftGraphTests",
        dependencies: [
            "Fixtures", "HTTPTransport", "JOSE", "LocalTenant", "MicrosoftGraph", "SignInTesting", grdb, httpTypes,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "LoopbackUserAgentTests",
        dependencies: ["Fixtures", "LoopbackUserAgent", "OAuth", "SignIn", nioCore, nioHTTP1, nioPosix],
        swiftSettings: strict),
    .testTarget(
        name: "LocalTenantTests",
        dependencies: [
            "HTTPServing", "HTTPTransport", "JOSE", "LocalTenant", "OAuth", "Provider", "SignIn", "SignInTesting",
            crypto, grdb, httpTypes, hummingbird, logging, x509,
        ],
        exclude: ["Transcripts/Expected"],
        swiftSettings: strict),
    .testTarget(
        name: "OAuthTests",
        dependencies: ["Fixtures", "OAuth"],
        swiftSettings: strict),
    .testTarget(
        name: "HTTPTransportTests",
        dependencies: ["HTTPTransport", httpTypes, nioCore, nioPosix],
        swiftSettings: strict),
    .testTarget(
        name: "ProviderTests",
        dependencies: ["Fixtures", "HTTPTransport", "JOSE", "OAuth", "Provider", crypto, httpTypes],
        swiftSettings: strict),
    .testTarget(
        name: "MicrosoftIdentityTests",
        dependencies: ["Fixtures", "MicrosoftIdentity", "OAuth", "Provider"],
        swiftSettings: strict),
    .testTarget(
        name: "QuickStartTests",
        dependencies: [
            "MicrosoftGraph", "MicrosoftIdentity", "OAuth", "Provider", "QuickStart", "SignIn", "SignInTesting",
            "TaskList", httpTypes,
        ],
        swiftSettings: strict),
    .testTarget(
        name: "SignInTests",
        dependencies: [
            "BearerAuth", "Fixtures", "HTTPTransport", "JOSE", "LocalTenant", "MicrosoftGraph", "MicrosoftIdentity",
            "OAuth", "PrivateFiles", "Provider", "SignIn", "SignInTesting", crypto, httpTypes,
        ],
        exclude: ["Storage/Vectors"],
        swiftSettings: strict),
    .testTarget(
        name: "TesseraCommandTests",
        dependencies: [
            "AccountWorker", "Fixtures", "HTTPServing", "JOSE", "LoopbackUserAgent", "OAuth", "QuickStart", "SignIn",
            "SignInTesting", "TesseraCommand", "tessera", argumentParser, grdb, nioCore, nioPosix,
        ],
        exclude: ["browser.py"],
        swiftSettings: strict),
    .testTarget(
        name: "PackageTests",
        dependencies: [
            "BearerAuth", "LoopbackUserAgent", "MicrosoftGraph", "MicrosoftIdentity", "SignIn", "SignInTesting",
            hummingbird,
        ],
        exclude: ["Consumer"],
        swiftSettings: strict),
]

/// Only for `script/fuzz`: libFuzzer brings a `main` of its own, which no other build could link.
let fuzzTargets: [Target] =
    Context.environment["TESSERA_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "tessera-fuzz",
            dependencies: ["FuzzTargets"],
            path: "Tests/Fuzz/Driver",
            swiftSettings: strict)
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
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        // Sending requests on Linux, and listening for the redirect on loopback
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        // Servers
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // The command
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: targets + testTargets + fuzzTargets,
    swiftLanguageModes: [.v6]
)
