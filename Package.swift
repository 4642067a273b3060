// swift-tools-version: 6.2
import PackageDescription

/// Kept by a trait, so that an app that only signs people in neither fetches nor builds the parts of servers.
let servers = TargetDependencyCondition.when(traits: ["Servers"])

/// On Apple systems `URLSession` sends the requests, and apps link no NIO.
let linux = TargetDependencyCondition.when(platforms: [.linux])
/// Elsewhere `URLSession` brings libcurl and what that needs: each program would load thirty libraries for nothing.
let apple = TargetDependencyCondition.when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])

/// A product of another package, by the name that the targets below use.
private func product(
    _ name: String, of package: String, onlyFor condition: TargetDependencyCondition? = nil
) -> Target.Dependency {
    .product(name: name, package: package, condition: condition)
}

let httpTypes = product("HTTPTypes", of: "swift-http-types")
let crypto = product("Crypto", of: "swift-crypto")
let cryptoExtras = product("CryptoExtras", of: "swift-crypto")
let asn1 = product("SwiftASN1", of: "swift-asn1", onlyFor: servers)
let x509 = product("X509", of: "swift-certificates", onlyFor: servers)
let (nioCore, nioPosix) = (product("NIOCore", of: "swift-nio"), product("NIOPosix", of: "swift-nio"))
let (nioEmbedded, nioHTTP1) = (product("NIOEmbedded", of: "swift-nio"), product("NIOHTTP1", of: "swift-nio"))
let nioSSL = product("NIOSSL", of: "swift-nio-ssl", onlyFor: servers)
let hummingbird = product("Hummingbird", of: "hummingbird", onlyFor: servers)
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", onlyFor: servers)
let hummingbirdHTTP2 = product("HummingbirdHTTP2", of: "hummingbird", onlyFor: servers)
let hummingbirdTLS = product("HummingbirdTLS", of: "hummingbird", onlyFor: servers)
let grdb = product("GRDB", of: "GRDB.swift", onlyFor: servers)
let sqlite = product("GRDBSQLite", of: "GRDB.swift", onlyFor: servers)
let mustache = product("Mustache", of: "swift-mustache", onlyFor: servers)
let logging = product("Logging", of: "swift-log", onlyFor: servers)
let serviceLifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", onlyFor: servers)
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", onlyFor: servers)
let argumentParser = product("ArgumentParser", of: "swift-argument-parser", onlyFor: servers)
let configuration = product("Configuration", of: "swift-configuration", onlyFor: servers)
let metrics = product("Metrics", of: "swift-metrics", onlyFor: servers)
let tracing = product("Tracing", of: "swift-distributed-tracing", onlyFor: servers)

/// The products of other packages that our servers use.
let serving = [crypto, httpTypes, hummingbird, logging, nioCore]
/// The targets that a program needs to sign people in.
let client: [Target.Dependency] = ["HTTPTransport", "OAuth", "Provider", "SignIn"]

let strict = [
    "InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny", "NonisolatedNonsendingByDefault",
].map { SwiftSetting.enableUpcomingFeature($0) }

/// The folder with our declarations of Apple's modules, which only `script/apple-check` names: without it, the targets
/// for Apple's systems are empty on Linux.
let declarations = Context.environment["APPLE_DECLARATIONS"]

/// A target for Apple's systems.
private func apple(_ target: Target) -> Target {
    if target.name == "SystemSignIn" {
        // Linux builds no bundle of resources for it.
        #if os(macOS)
        target.resources = [.copy("PrivacyInfo.xcprivacy")]
        #else
        target.exclude = ["PrivacyInfo.xcprivacy"]
        #endif
    }
    if let declarations { target.swiftSettings = [.unsafeFlags(["-I", declarations])] }
    return target
}

/// A target in the folder of its group; without `packageAccess`, it uses the others as an outside customer does.
private func target(
    _ name: String, in group: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    packageAccess: Bool = true
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(group)/\(name)", resources: resources,
        packageAccess: packageAccess)
}

/// A part of the sample app, which sees only what is public.
private func sample(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
    target(name, in: "Sample", dependencies, resources: resources, packageAccess: false)
}

/// A target of tests, named after the target that it tests.
private func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], without excluded: [String] = []
) -> Target {
    let shared = Set([name, "Fixtures", "HTTPTransport", "JOSE", "OAuth", "Provider"]).sorted().map {
        Target.Dependency.byName(name: $0)
    }
    return .testTarget(
        name: "\(name)Tests", dependencies: shared + serving + [nioPosix] + dependencies, exclude: excluded)
}

/// A part of the tenant that answers requests; most embed templates or tables.
private func dialect(_ name: String, _ dependencies: [Target.Dependency] = [], embeds: Bool = true) -> Target {
    let shared: [Target.Dependency] = [
        "HTTPServing", "JOSE", "OAuth", "TenantAuthorization", "TenantControl", "TenantDirectory", "TenantErrors", grdb,
    ]
    return target(
        name, in: "Tenant", shared + serving + dependencies, resources: embeds ? [.embedInCode("Resources")] : [])
}

/// The services that the tenant stands for.
let dialects: [Target.Dependency] = ["TenantCustomers", "TenantEntra", "TenantGraph", "TenantStandard"]

let targets: [Target] = [
    // Shared by client, servers and tenant
    target("Hosts", in: "Ground"),
    target("PrivateFiles", in: "Ground"),
    target(
        "HTTPTransport", in: "Ground",
        [
            "Hosts", httpTypes,
            product("HTTPTypesFoundation", of: "swift-http-types", onlyFor: apple),
            product("AsyncHTTPClient", of: "async-http-client", onlyFor: linux),
            product("NIOCore", of: "swift-nio", onlyFor: linux),
            product("NIOHTTP1", of: "swift-nio", onlyFor: linux),
            product("NIOHTTPCompression", of: "swift-nio-extras", onlyFor: linux),
            product("NIOSSL", of: "swift-nio-ssl", onlyFor: linux),
        ]),
    target("OAuth", in: "Ground", ["Hosts", crypto]),
    target("JOSE", in: "Ground", [crypto, cryptoExtras]),

    // The library that apps import
    target("Provider", in: "Client", ["Hosts", "HTTPTransport", "JOSE", "OAuth", crypto, httpTypes]),
    target(
        "SignIn", in: "Client",
        ["HTTPTransport", "OAuth", "PrivateFiles", "Provider", crypto, httpTypes]),
    target("APIAccess", in: "Client", ["Hosts", "HTTPTransport", "OAuth", "Provider", "SignIn", httpTypes]),
    target("MicrosoftIdentity", in: "Client", ["Hosts", "HTTPTransport", "OAuth", "Provider"]),
    target("BrowserSignIn", in: "Client", ["Hosts", "OAuth", "SignIn", nioCore, nioHTTP1, nioPosix]),
    apple(target("SystemSignIn", in: "Client", ["HTTPTransport", "OAuth", "SignIn", httpTypes])),
    apple(target("SignInUI", in: "Client", ["SignIn"])),
    target("MicrosoftGraph", in: "Client", ["HTTPTransport", "OAuth", httpTypes]),

    // For servers
    target(
        "HTTPServing", in: "Servers",
        serving + [
            "Hosts", "OAuth", hummingbirdCore, hummingbirdTLS, nioHTTP1, nioPosix, nioSSL, serviceLifecycle,
            unixSignals,
        ]
    ),
    target("LocalCertificates", in: "Servers", ["HTTPServing", "OAuth", "PrivateFiles", crypto, asn1, x509]),
    target("DPoP", in: "Servers", ["Hosts", "JOSE", "OAuth", crypto]),
    target("BearerAuth", in: "Servers", ["DPoP", "HTTPTransport", "JOSE", "OAuth", "Provider", crypto, httpTypes]),
    target("BearerAuthHummingbird", in: "Servers", ["BearerAuth", httpTypes, hummingbird, logging, nioCore, nioSSL]),
    target("WebSignIn", in: "Servers", client + serving + ["Hosts", "HTTPServing"]),
    target(
        "Observability", in: "Servers",
        serving + ["HTTPServing", "HTTPTransport", "JOSE", metrics, serviceLifecycle, tracing]),
    target("PageTemplates", in: "Servers", ["HTTPServing", mustache]),
    target("WebSignInSQLite", in: "Servers", ["PrivateFiles", "WebSignIn", grdb]),
    // PostgreSQL's own client library; only the target below may use it
    .systemLibrary(
        name: "CLibPQ", path: "Sources/Servers/CLibPQ", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    target(
        "PostgresStorage", in: "Servers",
        ["CLibPQ", "HTTPTransport", "OAuth", "SignIn", "WebSignIn", logging, serviceLifecycle]),

    // The identity platform on this machine; each part may import only those listed before it
    target("TenantControl", in: "Tenant", ["JOSE"]),
    target(
        "TenantDirectory", in: "Tenant",
        [
            "HTTPServing", "HTTPTransport", "JOSE", "OAuth", "PrivateFiles", "TenantControl", asn1, crypto,
            cryptoExtras, grdb, httpTypes, nioPosix, sqlite, x509,
        ], resources: [.embedInCode("Resources")]),
    target(
        "TenantAuthorization", in: "Tenant",
        serving + ["Hosts", "HTTPServing", "JOSE", "OAuth", "TenantDirectory", grdb, mustache],
        resources: [.embedInCode("Resources")]),
    .target(name: "TenantErrors", path: "Sources/Tenant/TenantErrors", exclude: ["Tables"]),
    dialect("TenantGraph", embeds: false),
    dialect("TenantEntra", ["Hosts", "HTTPTransport", asn1, cryptoExtras, x509]),
    dialect("TenantStandard", ["DPoP", "Hosts", "HTTPTransport", asn1, logging, x509]),
    dialect("TenantCustomers", ["TenantEntra"]),
    dialect("TenantTesting", dialects + ["PageTemplates", cryptoExtras], embeds: false),
    dialect("TenantAdministration", ["TenantCustomers", "TenantEntra", "TenantStandard", "TenantTesting", logging]),
    dialect("LocalTenant", dialects + ["PageTemplates", "TenantAdministration", "TenantTesting", mustache]),
    target(
        "SignInTesting", in: "Tenant",
        client + serving + [
            "HTTPServing", "JOSE", "LocalTenant", "MicrosoftIdentity", "TenantAuthorization", "TenantControl",
            "TenantDirectory", "WebSignIn",
        ]),

    // The seeds' app and its task list
    sample("TaskList", ["HTTPTransport", httpTypes]),
    target(
        "TaskService", in: "Sample",
        client + serving + [
            "BearerAuth", "BearerAuthHummingbird", "HTTPServing", "JOSE", "PrivateFiles", "TaskList", grdb, nioHTTP1,
            sqlite,
        ], resources: [.embedInCode("Resources")]),
    target(
        "TaskServiceCommand", in: "Sample",
        [
            "BearerAuth", "Hosts", "HTTPServing", "HTTPTransport", "MicrosoftIdentity", "OAuth", "Observability",
            "PostgresStorage", "Provider", "TaskList", "TaskService", configuration, hummingbird, logging, metrics,
            serviceLifecycle, tracing,
        ]),
    sample("QuickStart", client + ["MicrosoftGraph", "MicrosoftIdentity", "TaskList"]),
    apple(sample("QuickStartUI", ["HTTPTransport", "MicrosoftGraph", "QuickStart", "SignIn", "TaskList"])),
    target(
        "QuickStartWeb", in: "Sample",
        client + serving + [
            "Hosts", "HTTPServing", "MicrosoftGraph", "PageTemplates", "QuickStart", "TaskList", "WebSignIn", mustache,
        ], resources: [.embedInCode("Resources")]),

    // The command
    target(
        "ClientCommands", in: "Command",
        [
            "APIAccess", "JOSE", "BrowserSignIn", "Hosts", "PrivateFiles", "QuickStart", "SignIn", "TaskList",
            argumentParser,
            httpTypes,
            unixSignals, "MicrosoftGraph", "MicrosoftIdentity",
        ]),
    target(
        "TenantCommands", in: "Command",
        [
            "BearerAuth", "BrowserSignIn", "ClientCommands", "Hosts", "HTTPServing", "JOSE", "LocalCertificates",
            "LocalTenant", "Observability", "PostgresStorage", "PrivateFiles", "Provider", "QuickStart",
            "QuickStartWeb", "SignIn",
            "TaskService", "TenantAdministration", "TenantAuthorization", "TenantControl", "TenantDirectory",
            "WebSignIn", "WebSignInSQLite", argumentParser, serviceLifecycle,
        ] + serving),
    target("TesseraCommand", in: "Command", ["ClientCommands", "TenantCommands", argumentParser]),
]

/// Programs in folders of their own, which no other target uses; with `packageAccess`, they may use what is not public.
private func programs(
    in folder: String, packageAccess: Bool = true, _ all: [(name: String, dependencies: [Target.Dependency])]
) -> [Target] {
    all.map {
        .executableTarget(
            name: $0.name, dependencies: $0.dependencies, path: "\(folder)/\($0.name)", packageAccess: packageAccess)
    }
}

let commands =
    programs(in: "Sources/Command", [("tessera", ["TesseraCommand"])])
    + programs(in: "Sources/Sample", [("task-service", ["TaskServiceCommand"])])

let tenantBenchmark = serving + ["HTTPServing", "LocalTenant", "OAuth"]
let webBenchmark: [Target.Dependency] = [
    "HTTPTransport", "QuickStart", "QuickStartWeb", "SignIn", "SignInTesting", "PostgresStorage", "TenantControl",
    "WebSignIn",
    "WebSignInSQLite",
]
let benchmarks = programs(
    in: "Benchmarks",
    [
        ("TenantBenchmark", tenantBenchmark + ["TenantDirectory", cryptoExtras]),
        ("GrowthBenchmark", tenantBenchmark + ["FuzzTargets", "TenantDirectory"]),
        ("ValidationBenchmark", client + ["BearerAuth", "JOSE", crypto, cryptoExtras, httpTypes]),
        ("AccountBenchmark", ["HTTPTransport", "OAuth", "Provider", "SignIn", httpTypes]),
        ("WebBenchmark", tenantBenchmark + webBenchmark),
        (
            "APIBenchmark",
            serving + client + [
                "BearerAuth", "HTTPServing", "JOSE", "MicrosoftIdentity", "PostgresStorage", "TaskService",
                "TaskServiceCommand",
            ]
        ),
        ("TransferBenchmark", ["HTTPTransport", "OAuth", "Provider", "SignIn", httpTypes]),
        ("PrintedLine", []),
    ])

/// A program of the benchmarks that tests run, too.
let workers = programs(
    in: "Benchmarks",
    [("AccountWorker", ["BrowserSignIn", "MicrosoftIdentity", "PostgresStorage", "SignIn", argumentParser])])

let examples = programs(
    in: "Examples", packageAccess: false,
    [
        ("command-line", ["BrowserSignIn", "MicrosoftGraph", "MicrosoftIdentity", "SignIn"]),
        ("background-job", ["MicrosoftGraph", "MicrosoftIdentity", "SignIn"]),
        ("protected-api", ["BearerAuthHummingbird", "MicrosoftIdentity", hummingbird]),
        ("web-sign-in", ["MicrosoftIdentity", "WebSignIn", hummingbird]),
    ])

let testTargets: [Target] = [
    .target(
        name: "Fixtures", dependencies: client + ["JOSE", asn1, crypto, httpTypes, logging, nioCore, nioPosix, x509],
        path: "Tests/Fixtures"),
    .target(
        name: "SampleServers",
        dependencies: serving + [
            "BearerAuth", "HTTPServing", "HTTPTransport", "LocalTenant", "MicrosoftIdentity", "Provider",
            "SignInTesting", "TaskList", "TaskService", "WebSignIn", httpTypes,
            product("HTTPTypesFoundation", of: "swift-http-types"),
        ], path: "Tests/SampleServers"),
    .target(
        name: "FuzzTargets",
        dependencies: client + [
            "BearerAuth", "BrowserSignIn", "DPoP", "Hosts", "JOSE", "MicrosoftGraph", "MicrosoftIdentity",
            "QuickStart", "TaskList", httpTypes, nioHTTP1,
        ], path: "Tests/Fuzz/Targets"),
    .testTarget(
        name: "FuzzTests", dependencies: ["Fixtures", "FuzzTargets"], path: "Tests/Fuzz/Replay"),
    tests(
        of: "HTTPServing", ["LocalCertificates", nioEmbedded, nioHTTP1, serviceLifecycle, unixSignals],
        without: ["handshake.py"]),
    tests(of: "LocalCertificates", ["HTTPServing", asn1, x509]),
    tests(of: "DPoP", [crypto]),
    tests(of: "BearerAuth", ["BearerAuthHummingbird", "DPoP", "HTTPServing", crypto]),
    tests(
        of: "WebSignIn",
        [
            "HTTPServing", "LocalTenant", "MicrosoftIdentity", "SampleServers", "SignIn", "SignInTesting",
            "TenantControl",
            "TenantDirectory", "TenantStandard", "WebSignInSQLite",
        ]),
    tests(of: "TaskService", ["BearerAuth", "HTTPServing", "MicrosoftIdentity", "SampleServers", "TaskList", grdb]),
    tests(of: "TaskList", ["BearerAuth", "HTTPServing", "TaskService"]),
    tests(of: "MicrosoftGraph", ["LocalTenant", "SignInTesting", "TenantAuthorization", "TenantDirectory", grdb]),
    tests(of: "BrowserSignIn", ["SignIn", nioHTTP1]),
    tests(
        of: "LocalTenant",
        dialects + [
            "BearerAuth", "DPoP", "HTTPServing", "SignIn", "SignInTesting", "TenantAdministration",
            "TenantAuthorization", "TenantControl", "TenantDirectory", "TenantTesting", asn1, cryptoExtras, grdb,
            sqlite,
            x509,
        ], without: ["Transcripts/Expected"]),
    tests(
        of: "HTTPTransport",
        ["HTTPServing", "LocalCertificates", hummingbirdHTTP2, hummingbirdTLS, nioSSL, serviceLifecycle]),
    tests(of: "Provider", ["BearerAuth"]),
    tests(of: "Observability", ["HTTPServing", metrics, serviceLifecycle, tracing]),
    tests(of: "PostgresStorage", ["HTTPServing", "SignIn", "SignInTesting", "WebSignIn", serviceLifecycle]),
    tests(
        of: "TaskServiceCommand",
        [
            "BearerAuth", "HTTPServing", "LocalCertificates", "MicrosoftIdentity", "Observability", "PostgresStorage",
            "SampleServers", "SignIn", "SignInTesting", "TaskList", "TaskService", "task-service", "tessera",
            configuration, metrics, serviceLifecycle,
        ]),
    tests(
        of: "QuickStartWeb",
        [
            "HTTPServing", "LocalTenant", "QuickStart", "SampleServers", "SignIn", "SignInTesting", "TaskList",
            "TenantControl", "WebSignIn",
        ]),
    tests(of: "QuickStart", ["MicrosoftGraph", "MicrosoftIdentity", "SignIn", "SignInTesting", "TaskList"]),
    tests(
        of: "SignIn",
        [
            "APIAccess", "BearerAuth", "BearerAuthHummingbird", "HTTPServing", "LocalTenant", "MicrosoftGraph",
            "MicrosoftIdentity",
            "PrivateFiles", "SampleServers", "SignInTesting", "TenantAuthorization", "TenantDirectory",
        ], without: ["Storage/Vectors"]),
    tests(
        of: "TesseraCommand",
        [
            "APIAccess", "AccountWorker", "BearerAuthHummingbird", "BrowserSignIn", "ClientCommands", "HTTPServing",
            "LocalCertificates", "MicrosoftGraph", "QuickStart", "SampleServers", "SignIn", "SignInTesting", "TaskList",
            "TenantCommands", "background-job", "command-line", "protected-api", "tessera", "web-sign-in",
            argumentParser, grdb, hummingbirdHTTP2, hummingbirdTLS, nioSSL,
        ], without: ["browser.py"]),
    .testTarget(
        name: "PackageTests",
        dependencies: [
            "APIAccess", "BearerAuth", "BearerAuthHummingbird", "BrowserSignIn", "LocalTenant", "MicrosoftGraph",
            "MicrosoftIdentity", "PostgresStorage", "QuickStart", "SignIn", "SignInTesting", "WebSignInSQLite",
            hummingbird, nioCore,
        ], exclude: ["Consumer"]),
]

/// The sources of the apps and of their tests, which Xcode builds; here they are only compiled.
private func appleApps(_ folder: String) -> [Target] {
    ["QuickStart", "SharedSignIn", "Example", "UITests"].map { name in
        .target(
            name: "Apple\(name)",
            dependencies: [
                "HTTPTransport", "MicrosoftGraph", "MicrosoftIdentity", "QuickStartUI", "SignIn", "SignInUI",
                "SystemSignIn", httpTypes, product("HTTPTypesFoundation", of: "swift-http-types"),
            ], path: "Tests/AppleApps/\(name)",
            swiftSettings: [.define("APPLE_CHECK"), .unsafeFlags(["-I", folder])])
    }
}

/// The tests of the targets for Apple's systems, which run here against our declarations, and a program that they kill.
private func appleTests(_ folder: String) -> [Target] {
    let libraries = [
        "AuthenticationServices", "CoreGraphics", "ImageIO", "Security", "SwiftUI", "UIKit", "UniformTypeIdentifiers",
        "swiftSynchronization",
    ]
    let linking = [.unsafeFlags(["-L", folder])] + libraries.map { LinkerSetting.linkedLibrary($0) }
    return [
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "Fixtures", "HTTPTransport", "KeychainWorker", "LocalTenant", "MicrosoftGraph", "OAuth", "QuickStart",
                "QuickStartUI", "SampleServers", "SignIn", "SignInTesting", "SignInUI", "TaskList", "TenantControl",
                "SystemSignIn", httpTypes, product("HTTPTypesFoundation", of: "swift-http-types"),
            ],
            exclude: ["keychain.py", "QuickStart/Previews.txt"],
            // Swift Testing has a module beside Apple's UIKit, which is not here.
            swiftSettings: [
                .define("APPLE_CHECK"),
                .unsafeFlags(["-I", folder, "-Xfrontend", "-disable-cross-import-overlays"]),
            ],
            linkerSettings: linking),
        .executableTarget(
            name: "KeychainWorker", dependencies: ["OAuth", "SignIn", "SystemSignIn"], path: "Tests/KeychainWorker",
            swiftSettings: [.unsafeFlags(["-I", folder])], linkerSettings: linking),
    ]
}

/// Only for `script/fuzz`: libFuzzer brings a `main` of its own, which no other build could link.
let fuzzDriver = Target.executableTarget(
    name: "tessera-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver")

let plainTests: [Target] = ["Hosts", "JOSE", "MicrosoftIdentity", "OAuth"].map { tests(of: $0) }
/// In parts of a known type: the compiler takes too long over one sum of them all.
let optional: [Target] =
    (declarations.map { appleTests($0) + appleApps($0) } ?? [])
    + (Context.environment["TESSERA_FUZZ"] == nil ? [] : [fuzzDriver])
    // `script/test` and `script/bench` build the benchmarks: a plain build need not link two more tenants.
    + (Context.environment["TESSERA_BENCHMARKS"] == nil ? [] : benchmarks)

let package = Package(
    name: "tessera",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        "SignIn", "APIAccess", "MicrosoftIdentity", "MicrosoftGraph", "BrowserSignIn", "SystemSignIn", "SignInUI",
        "QuickStartUI",
        "BearerAuth", "BearerAuthHummingbird", "WebSignIn", "WebSignInSQLite", "PostgresStorage", "SignInTesting",
    ].map { .library(name: $0, targets: [$0]) }
        + ["task-service", "tessera"].map { .executable(name: $0, targets: [$0]) },
    traits: [
        .trait(name: "Servers", description: "The protection of APIs, the local tenant, the test kit, the command."),
        .default(enabledTraits: ["Servers"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        // Sending requests on Linux, and listening for the redirect on loopback
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: ["CommandLineArguments", "JSON"]),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: targets + commands + workers + examples + testTargets + plainTests + optional,
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
for target in package.targets where target.type != .system {
    target.swiftSettings = strict + (target.swiftSettings ?? [])
}
