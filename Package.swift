// swift-tools-version: 6.2
import PackageDescription

// No package of others, unless a customer enables the trait `Hummingbird`.

/// On Apple systems `URLSession` sends the requests and CryptoKit signs: nothing of C is linked there.
let linux = TargetDependencyCondition.when(platforms: [.linux])

/// A module of C that only Linux has.
private func c(_ name: String) -> Target.Dependency { .target(name: name, condition: linux) }

/// A module of a package that SwiftPM resolves and fetches only with the trait `Hummingbird`.
private func hummingbird(_ name: String, of package: String = "hummingbird") -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Hummingbird"]))
}

/// The targets that a program needs to sign people in.
let client: [Target.Dependency] = ["HTTPMessages", "HTTPTransport", "OAuthMessages", "SignInProvider", "SignIn"]

/// The targets that our servers use.
let serving: [Target.Dependency] = [
    "HTTPListening", "HTTPMessages", "HTTPServing", "OAuthMessages", "ProgramLifecycle", "SystemCryptography",
]

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
        name: name, dependencies: ["PortableFoundation"] + dependencies, path: "Sources/\(group)/\(name)",
        resources: resources, packageAccess: packageAccess)
}

/// A part of the sample app, which sees only what is public.
private func sample(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    target(name, in: "Sample", dependencies, packageAccess: false)
}

/// A target of tests, named after the target that it tests.
private func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], without excluded: [String] = []
) -> Target {
    let shared: [Target.Dependency] = ["Fixtures", "HTTPTransport", "JSONWebSignatures", "SignInProvider"]
    return .testTarget(
        name: "\(name)Tests", dependencies: unique([.byName(name: name)] + shared + serving + dependencies),
        exclude: excluded)
}

/// The same without repetitions.
private func unique(_ all: [Target.Dependency]) -> [Target.Dependency] {
    var seen: Set<String> = []
    return all.filter { seen.insert("\($0)").inserted }
}

/// A part of the tenant that answers requests; most embed templates.
private func dialect(_ name: String, _ dependencies: [Target.Dependency] = [], embeds: Bool = true) -> Target {
    let shared: [Target.Dependency] = [
        "JSONWebSignatures", "PageTemplates", "SQLiteRecords", "TenantAuthorization", "TenantControl",
        "TenantDirectory",
        "CTesseraTenantResources",
    ]
    return target(
        name, in: "Tenant", unique(shared + serving + dependencies),
        resources: embeds ? [.embedInCode("Resources")] : [])
}

/// The services that the tenant stands for.
let dialects: [Target.Dependency] = ["TenantCustomers", "TenantEntra", "TenantGraph", "TenantStandard"]

let targets: [Target] = [
    // C
    .systemLibrary(
        name: "CTesseraHomebrew", path: "Sources/Ground/CTesseraHomebrew", pkgConfig: "openssl",
        providers: [.brew(["openssl@3"])]),
    .target(
        name: "CTesseraOpenSSL",
        dependencies: [.target(name: "CTesseraHomebrew", condition: .when(platforms: [.macOS]))],
        path: "Sources/Ground/CTesseraOpenSSL", linkerSettings: [.linkedLibrary("crypto")]),
    .target(
        name: "CTesseraTLS", dependencies: ["CTesseraOpenSSL"], path: "Sources/Ground/CTesseraTLS",
        linkerSettings: [.linkedLibrary("ssl")]),
    .target(
        name: "CTesseraZlib", path: "Sources/Ground/CTesseraZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CTesseraLoading", path: "Sources/Ground/CTesseraLoading"),
    .target(name: "CTesseraCurl", dependencies: ["CTesseraLoading"], path: "Sources/Ground/CTesseraCurl"),
    .target(name: "CTesseraSockets", path: "Sources/Ground/CTesseraSockets"),
    .systemLibrary(
        name: "CTesseraSQLite", path: "Sources/Servers/CTesseraSQLite", providers: [.apt(["libsqlite3-dev"])]),

    .target(name: "PortableFoundation", path: "Sources/Ground/PortableFoundation"),

    // Shared by client, servers and tenant
    target("Hosts", in: "Ground"),
    target("PrivateFiles", in: "Ground"),
    target("HTTPMessages", in: "Ground"),
    target("SystemCryptography", in: "Ground", [c("CTesseraOpenSSL")]),
    target(
        "HTTPTransport", in: "Ground",
        ["HTTPMessages", "Hosts", "SystemCryptography", "SystemThreads", c("CTesseraCurl"), c("CTesseraZlib")]),
    target("OAuthMessages", in: "Ground", ["Hosts", "JSONWebSignatures", "SystemCryptography"]),
    target("JSONWebSignatures", in: "Ground", ["SystemCryptography"]),
    target("ProgramLifecycle", in: "Ground"),
    target("SystemThreads", in: "Ground"),
    target("HTTPListening", in: "Ground", ["CTesseraSockets", "HTTPMessages", "SystemThreads"]),

    // The library that apps import
    target(
        "SignInProvider", in: "Client",
        ["HTTPMessages", "HTTPTransport", "Hosts", "JSONWebSignatures", "OAuthMessages", "SystemCryptography"]),
    target(
        "SignIn", in: "Client",
        ["HTTPMessages", "HTTPTransport", "OAuthMessages", "PrivateFiles", "SignInProvider", "SystemCryptography"]),
    target(
        "APIAccess", in: "Client",
        ["HTTPMessages", "HTTPTransport", "Hosts", "OAuthMessages", "SignInProvider", "SignIn"]),
    target("MicrosoftIdentity", in: "Client", ["HTTPTransport", "Hosts", "OAuthMessages", "SignInProvider"]),
    apple(target("SystemSignIn", in: "Client", ["HTTPMessages", "HTTPTransport", "OAuthMessages", "SignIn"])),
    apple(target("SignInUI", in: "Client", ["SignIn"])),
    target("MicrosoftGraph", in: "Client", ["HTTPMessages", "HTTPTransport", "JSONWebSignatures", "OAuthMessages"]),
    target(
        "BrowserSignIn", in: "Client",
        ["HTTPListening", "HTTPMessages", "HTTPTransport", "Hosts", "OAuthMessages", "SignIn", "SystemThreads"]),

    // For servers
    target(
        "HTTPServing", in: "Servers",
        [
            "CTesseraSockets", "HTTPListening", "HTTPMessages", "Hosts", "JSONWebSignatures", "OAuthMessages",
            "ProgramLifecycle",
            "SystemCryptography",
        ]
    ),
    target(
        "ServerTLS", in: "Servers", ["CTesseraOpenSSL", "CTesseraTLS", "HTTPListening", "HTTPServing", "OAuthMessages"]),
    target("X509Certificates", in: "Servers", [c("CTesseraOpenSSL"), "SystemCryptography"]),
    target(
        "LocalCertificates", in: "Servers",
        ["HTTPServing", "OAuthMessages", "PrivateFiles", "SystemCryptography", "X509Certificates"]),
    target("DPoP", in: "Servers", ["Hosts", "JSONWebSignatures", "OAuthMessages", "SystemCryptography"]),
    target(
        "BearerAuth", in: "Servers",
        [
            "DPoP", "HTTPMessages", "HTTPTransport", "JSONWebSignatures", "OAuthMessages", "SignInProvider",
            "SystemCryptography",
        ]),
    target("BearerAuthServing", in: "Servers", serving + ["BearerAuth"]),
    // Empty without the trait
    target(
        "HummingbirdMessages", in: "Servers",
        ["HTTPMessages", hummingbird("Hummingbird"), hummingbird("HTTPTypes", of: "swift-http-types")]),
    target(
        "BearerAuthHummingbird", in: "Servers",
        [
            "BearerAuth", "HTTPMessages", "HTTPTransport", "HummingbirdMessages", hummingbird("Hummingbird"),
            hummingbird("HTTPTypes", of: "swift-http-types"), hummingbird("Logging", of: "swift-log"),
            hummingbird("NIOCore", of: "swift-nio"), hummingbird("NIOSSL", of: "swift-nio-ssl"),
        ]),
    target("WebSignIn", in: "Servers", serving + ["HTTPTransport", "Hosts", "SignInProvider", "SignIn"]),
    target(
        "WebSignInHummingbird", in: "Servers",
        [
            "HTTPServing", "HummingbirdMessages", "ProgramLifecycle", "WebSignIn",
            hummingbird("Hummingbird"), hummingbird("Logging", of: "swift-log"),
            hummingbird("NIOCore", of: "swift-nio"),
        ], packageAccess: false),
    target("ServerTelemetry", in: "Servers", serving + ["HTTPTransport", "JSONWebSignatures"]),
    target("PageTemplates", in: "Servers"),
    target("SQLiteRecords", in: "Servers", ["CTesseraSQLite", "OAuthMessages", "SystemThreads"]),
    target("WebSignInSQLite", in: "Servers", ["PrivateFiles", "SQLiteRecords", "WebSignIn"]),
    // PostgreSQL's own client library; only the target below may use it
    .target(name: "CTesseraPostgres", dependencies: ["CTesseraLoading"], path: "Sources/Servers/CTesseraPostgres"),
    target(
        "PostgresStorage", in: "Servers",
        [
            "CTesseraPostgres", "HTTPTransport", "OAuthMessages", "ProgramLifecycle", "SignInProvider", "SignIn",
            "SystemThreads",
            "WebSignIn",
        ]),

    // The identity platform on this machine; each part may import only those listed before it
    .target(
        name: "CTesseraTenantResources", path: "Sources/Tenant/CTesseraTenantResources",
        exclude: ["Errors", "OpenAPI", "development-keys.json", "directory.json", "style.css"]),
    target("TenantControl", in: "Tenant", ["JSONWebSignatures"]),
    target(
        "TenantDirectory", in: "Tenant",
        serving + [
            "HTTPTransport", "JSONWebSignatures", "PageTemplates", "PrivateFiles", "SQLiteRecords", "TenantControl",
            "CTesseraTenantResources", "X509Certificates",
        ]),
    target(
        "TenantAuthorization", in: "Tenant",
        serving + [
            "CTesseraTenantResources", "Hosts", "JSONWebSignatures", "PageTemplates", "SQLiteRecords",
            "TenantDirectory",
        ],
        resources: [.embedInCode("Resources")]),
    dialect("TenantGraph", embeds: false),
    dialect("TenantEntra", ["HTTPTransport", "Hosts", "X509Certificates"]),
    dialect("TenantStandard", ["DPoP", "HTTPTransport", "Hosts", "X509Certificates"]),
    dialect("TenantCustomers", ["TenantEntra"]),
    dialect("TenantTesting", dialects + ["PageTemplates"], embeds: false),
    dialect(
        "TenantAdministration", ["TenantCustomers", "TenantEntra", "TenantStandard", "TenantTesting"], embeds: false),
    dialect("LocalTenant", dialects + ["PageTemplates", "TenantAdministration", "TenantTesting"]),
    target(
        "SignInTesting", in: "Tenant",
        unique(
            client + serving + [
                "JSONWebSignatures", "LocalTenant", "MicrosoftIdentity", "TenantAuthorization", "TenantControl",
                "TenantDirectory",
                "WebSignIn",
            ])),

    // The seeds' app and its task list
    sample("TaskListClient", ["HTTPMessages", "HTTPTransport"]),
    target(
        "TaskService", in: "Sample",
        unique(
            client + serving + [
                "BearerAuth", "BearerAuthServing", "JSONWebSignatures", "PrivateFiles", "SQLiteRecords",
                "TaskListClient",
            ]), resources: [.embedInCode("Resources")]),
    target(
        "TaskServiceCommand", in: "Sample",
        unique(
            client + serving + [
                "BearerAuth", "BearerAuthServing", "CommandArguments", "Hosts", "JSONWebSignatures",
                "MicrosoftIdentity",
                "ServerTelemetry", "PostgresStorage", "ServerTLS", "TaskListClient", "TaskService", "WebSignIn",
            ])),
    sample("QuickStart", client + ["MicrosoftGraph", "MicrosoftIdentity", "TaskListClient"]),
    apple(sample("QuickStartUI", ["HTTPTransport", "MicrosoftGraph", "QuickStart", "SignIn", "TaskListClient"])),
    target(
        "QuickStartWeb", in: "Sample",
        unique(
            client + serving + [
                "Hosts", "JSONWebSignatures", "MicrosoftGraph", "MicrosoftIdentity", "PageTemplates", "QuickStart",
                "TaskListClient",
                "WebSignIn",
            ]), resources: [.embedInCode("Resources")]),

    // What the commands are written with
    target("CommandArguments", in: "Command"),
    target(
        "ClientCommands", in: "Command",
        unique(
            client + [
                "APIAccess", "BrowserSignIn", "CommandArguments", "Hosts", "JSONWebSignatures", "MicrosoftGraph",
                "MicrosoftIdentity",
                "PrivateFiles", "ProgramLifecycle", "QuickStart", "SystemCryptography", "SystemThreads",
                "TaskListClient",
            ])),
    target(
        "TenantCommands", in: "Command",
        unique(
            client + serving + [
                "BearerAuth", "BrowserSignIn", "ClientCommands", "CommandArguments", "Hosts", "JSONWebSignatures",
                "LocalCertificates",
                "LocalTenant", "ServerTelemetry", "PostgresStorage", "PrivateFiles", "QuickStart", "QuickStartWeb",
                "ServerTLS", "TaskListClient", "TaskService", "TenantAdministration", "TenantAuthorization",
                "TenantControl", "TenantDirectory", "WebSignIn", "WebSignInSQLite",
            ])),
    target(
        "TesseraCommand", in: "Command", ["ClientCommands", "CommandArguments", "ProgramLifecycle", "TenantCommands"]),
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

let examples = programs(
    in: "Examples", packageAccess: false,
    [
        ("command-line", ["BrowserSignIn", "MicrosoftGraph", "MicrosoftIdentity", "SignIn"]),
        ("background-job", ["MicrosoftGraph", "MicrosoftIdentity", "SignIn"]),
        ("protected-api", ["BearerAuthServing", "HTTPServing", "MicrosoftIdentity", "ProgramLifecycle"]),
        ("web-sign-in", ["HTTPServing", "MicrosoftIdentity", "ProgramLifecycle", "WebSignIn"]),
    ])

let tenantBenchmark: [Target.Dependency] = serving + ["LocalTenant"]
let benchmarks = programs(
    in: "Benchmarks",
    [
        ("TenantBenchmark", tenantBenchmark + ["CTesseraSQLite", "TenantAuthorization", "TenantDirectory"]),
        (
            "GrowthBenchmark",
            tenantBenchmark + ["FuzzTargets", "SQLiteRecords", "TenantAuthorization", "TenantDirectory"]
        ),
        ("ValidationBenchmark", client + ["BearerAuth", "JSONWebSignatures", "SystemCryptography"]),
        ("AccountBenchmark", client),
        (
            "WebBenchmark",
            unique(
                tenantBenchmark + client + [
                    "PostgresStorage", "QuickStart", "QuickStartWeb", "SignInTesting", "TenantControl", "WebSignIn",
                    "WebSignInSQLite",
                ])
        ),
        (
            "APIBenchmark",
            unique(
                serving + client + [
                    "BearerAuth", "BearerAuthServing", "JSONWebSignatures", "MicrosoftIdentity", "PostgresStorage",
                    "TaskService",
                    "TaskServiceCommand",
                ])
        ),
        ("TransferBenchmark", client),
        ("PrintedLine", []),
    ])

/// A program of the benchmarks that tests run, too.
let workers = programs(
    in: "Benchmarks",
    [
        (
            "AccountWorker",
            unique(client + ["BrowserSignIn", "CommandArguments", "MicrosoftIdentity", "PostgresStorage"])
        )
    ])

/// The targets that tests of the tenant use.
let tenant: [Target.Dependency] =
    dialects + [
        "BearerAuth", "DPoP", "LocalTenant", "PageTemplates", "SQLiteRecords", "SignIn", "SignInTesting",
        "TenantAdministration", "TenantAuthorization", "TenantControl", "TenantDirectory", "TenantTesting",
        "X509Certificates",
    ]

let testTargets: [Target] = [
    .target(
        name: "Fixtures",
        dependencies: client + ["JSONWebSignatures", "ProgramLifecycle", "SystemCryptography", "X509Certificates"],
        path: "Tests/Fixtures"),
    .target(
        name: "SampleServers",
        dependencies: unique(
            client + serving + [
                "BearerAuth", "BearerAuthServing", "LocalTenant", "MicrosoftIdentity", "SignInTesting",
                "TaskListClient",
                "TaskService", "WebSignIn",
            ]), path: "Tests/SampleServers"),
    .target(
        name: "FuzzTargets",
        dependencies: unique(
            client + [
                "BearerAuth", "BrowserSignIn", "DPoP", "HTTPListening", "Hosts", "JSONWebSignatures", "MicrosoftGraph",
                "MicrosoftIdentity", "QuickStart", "SystemCryptography", "TaskListClient",
            ]), path: "Tests/Fuzz/Targets"),
    .testTarget(
        name: "FuzzTests", dependencies: ["Fixtures", "FuzzTargets"], path: "Tests/Fuzz/Replay"),
    .testTarget(
        name: "SystemCryptographyTests", dependencies: ["CTesseraOpenSSL", "SystemCryptography"],
        exclude: ["sealed-accounts.json"]),
    .testTarget(name: "PortableFoundationTests", dependencies: ["PortableFoundation"]),
    tests(of: "Hosts"),
    tests(of: "JSONWebSignatures"),
    tests(of: "OAuthMessages"),
    tests(of: "MicrosoftIdentity"),
    tests(of: "HTTPListening", ["CTesseraSockets"]),
    .testTarget(name: "HTTPMessagesTests", dependencies: ["HTTPMessages"]),
    tests(of: "ProgramLifecycle"),
    tests(of: "SystemThreads"),
    tests(of: "CommandArguments", without: ["read.py"]),
    tests(of: "PageTemplates"),
    tests(
        of: "HTTPTransport", [c("CTesseraCurl"), "LocalCertificates", "ServerTLS", "exit-probe"], without: ["close.py"]),
    tests(of: "SignInProvider", ["BearerAuth"]),
    tests(of: "HTTPServing", ["LocalCertificates", "ServerTLS"], without: ["cut.py", "handshake.py"]),
    tests(
        of: "ServerTLS",
        [
            "CTesseraOpenSSL", "CTesseraTLS", "HTTPListening", "HTTPServing", "OAuthMessages", "SystemCryptography",
            "X509Certificates",
        ]),
    tests(
        of: "X509Certificates", ["CTesseraOpenSSL", "LocalCertificates", "TenantDirectory"],
        without: ["judge.go", "judge.py"]),
    tests(of: "LocalCertificates", ["PrivateFiles", "X509Certificates"]),
    tests(of: "DPoP"),
    tests(of: "BearerAuth", ["BearerAuthServing", "DPoP"]),
    tests(of: "ServerTelemetry"),
    tests(of: "TaskListClient", ["BearerAuth", "TaskService"]),
    tests(
        of: "TaskService",
        ["BearerAuth", "MicrosoftIdentity", "SQLiteRecords", "SampleServers", "TaskListClient"]),
    tests(
        of: "MicrosoftGraph",
        ["LocalTenant", "SQLiteRecords", "SignInTesting", "TenantAuthorization", "TenantDirectory"]),
    // A disk for SQLite's files that fails on purpose
    .target(name: "CTesseraFaultyDisk", dependencies: ["CTesseraSQLite"], path: "Tests/CTesseraFaultyDisk"),
    .target(name: "FaultyDisk", dependencies: ["CTesseraFaultyDisk"], path: "Tests/FaultyDisk"),
    .testTarget(
        name: "SQLiteRecordsTests", dependencies: ["CTesseraSQLite", "FaultyDisk", "Fixtures", "SQLiteRecords"]),
    .testTarget(
        name: "StoredDataTests",
        dependencies: [
            "FaultyDisk", "Fixtures", "HTTPMessages", "HTTPServing", "HTTPTransport", "JSONWebSignatures",
            "LocalTenant",
            "SQLiteRecords", "SignIn", "SignInTesting", "TaskListClient", "TaskService", "TenantAuthorization",
            "TenantCustomers", "TenantDirectory", "TenantEntra", "TenantStandard", "TenantTesting", "WebSignIn",
            "WebSignInSQLite",
        ],
        exclude: ["Making", "compare.py", "eb9d09e0.tar.xz"]),
    // Without tests; what is not a test target cannot use '@testable import' in a release build.
    .testTarget(
        name: "TenantFixtures",
        dependencies: unique(tenant + serving + ["Fixtures", "HTTPTransport", "JSONWebSignatures"]),
        path: "Tests/TenantFixtures"),
    tests(of: "TenantGraph", tenant + ["TenantFixtures"]),
    tests(of: "TenantEntra", tenant + ["TenantFixtures"]),
    tests(of: "TenantStandard", tenant + ["TenantFixtures"]),
    tests(of: "TenantCustomers", tenant + ["TenantFixtures"]),
    tests(of: "LocalTenant", tenant + ["TenantFixtures"], without: ["Transcripts/Expected"]),
    tests(
        of: "WebSignIn",
        [
            "LocalTenant", "MicrosoftIdentity", "SampleServers", "SignIn", "SignInTesting", "TenantControl",
            "TenantDirectory", "TenantStandard", "WebSignInSQLite",
        ]),
    tests(
        of: "QuickStartWeb",
        [
            "LocalTenant", "QuickStart", "SampleServers", "SignIn", "SignInTesting", "TaskListClient", "TenantControl",
            "WebSignIn",
        ]),
    tests(
        of: "TaskServiceCommand",
        unique(
            client + [
                "BearerAuth", "LocalCertificates", "MicrosoftIdentity", "ServerTelemetry", "PostgresStorage",
                "SampleServers", "ServerTLS", "SignInTesting", "TaskListClient", "TaskService", "WebSignIn",
                "task-service",
                "tessera",
            ])),
    tests(
        of: "TesseraCommand",
        unique(
            client + [
                "APIAccess", "AccountWorker", "BearerAuth", "BearerAuthServing", "BrowserSignIn", "ClientCommands",
                "CommandArguments", "LocalCertificates", "LocalTenant", "MicrosoftGraph", "QuickStart",
                "SQLiteRecords", "SampleServers", "ServerTLS", "SignInTesting", "TaskListClient", "TenantCommands",
                "TenantControl", "background-job", "command-line", "protected-api", "task-service", "tessera",
                "web-sign-in",
            ]),
        without: ["browser.py"]),
    tests(of: "BrowserSignIn", ["SignIn"]),
    tests(of: "PostgresStorage", ["CTesseraPostgres", "SignIn", "SignInTesting", "WebSignIn"]),
    tests(of: "QuickStart", ["MicrosoftGraph", "MicrosoftIdentity", "SignIn", "SignInTesting", "TaskListClient"]),
    tests(
        of: "SignIn",
        [
            "APIAccess", "BearerAuth", "BearerAuthServing", "LocalTenant", "MicrosoftGraph", "MicrosoftIdentity",
            "PrivateFiles", "SampleServers", "SignInTesting", "TenantAuthorization", "TenantDirectory",
        ], without: ["Storage/Vectors"]),
    .testTarget(
        name: "PackageTests",
        dependencies: unique(
            client + serving + [
                "APIAccess", "BearerAuth", "BearerAuthServing", "BrowserSignIn", "CommandArguments", "Fixtures",
                "LocalTenant", "MicrosoftGraph", "MicrosoftIdentity", "PostgresStorage", "QuickStart", "SignInTesting",
                "WebSignIn", "WebSignInSQLite",
            ]), exclude: ["Consumer"]),
    .executableTarget(
        name: "exit-probe", dependencies: ["HTTPMessages", "HTTPTransport", "SystemCryptography"],
        path: "Tests/ExitProbe"),
    .executableTarget(
        name: "framing-reader", dependencies: ["HTTPListening", "HTTPMessages"], path: "Tests/FramingReader"),
    .executableTarget(
        name: "response-reader", dependencies: ["HTTPMessages", "HTTPTransport"], path: "Tests/ResponseReader"),
    .executableTarget(
        name: "vector-reader", dependencies: [c("CTesseraOpenSSL"), "SystemCryptography"], path: "Tests/VectorReader"),
]

/// The sources of the apps and of their tests, which Xcode builds; here they are only compiled.
private func appleApps(_ folder: String) -> [Target] {
    ["QuickStart", "SharedSignIn", "Example", "UITests"].map { name in
        .target(
            name: "Apple\(name)",
            dependencies: [
                "HTTPTransport", "MicrosoftGraph", "MicrosoftIdentity", "QuickStartUI", "SignIn", "SignInUI",
                "SystemSignIn", "HTTPMessages", "OAuthMessages",
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
                "Fixtures", "HTTPMessages", "HTTPTransport", "KeychainWorker", "LocalTenant", "MicrosoftGraph",
                "OAuthMessages",
                "SignInProvider", "QuickStart", "QuickStartUI", "SampleServers", "SignIn", "SignInTesting", "SignInUI",
                "SystemSignIn", "TaskListClient", "TenantControl",
            ],
            exclude: ["keychain.py", "QuickStart/Previews.txt"],
            // Swift Testing has a module beside Apple's UIKit, which is not here.
            swiftSettings: [
                .define("APPLE_CHECK"),
                .unsafeFlags(["-I", folder, "-Xfrontend", "-disable-cross-import-overlays"]),
            ],
            linkerSettings: linking),
        .executableTarget(
            name: "KeychainWorker", dependencies: ["OAuthMessages", "SignIn", "SystemSignIn"],
            path: "Tests/KeychainWorker",
            swiftSettings: [.unsafeFlags(["-I", folder])], linkerSettings: linking),
    ]
}

/// What `script/apple-check` compiles beside the tests, in one build: the targets that exist for Apple's systems alone,
/// and the sources of the apps.
let appleTypes = Product.library(
    name: "AppleTypes", type: .static,
    targets: [
        "SystemSignIn", "SignInUI", "QuickStartUI", "AppleQuickStart", "AppleSharedSignIn", "AppleExample",
        "AppleUITests",
    ])

/// Only for `script/fuzz`: libFuzzer brings a `main` of its own, which no other build could link.
let fuzzDriver = Target.executableTarget(
    name: "tessera-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver")

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
        "QuickStartUI", "BearerAuth", "BearerAuthServing", "BearerAuthHummingbird", "HTTPServing", "WebSignIn",
        "WebSignInHummingbird", "WebSignInSQLite", "PostgresStorage", "SignInTesting",
    ].map { .library(name: $0, targets: [$0]) }
        + ["task-service", "tessera"].map { .executable(name: $0, targets: [$0]) }
        + (declarations == nil ? [] : [appleTypes]),
    // Without a trait, no customer may say `traits: []`, as Tests/PackageTests/Consumer does.
    traits: [
        .trait(name: "Hummingbird", description: "BearerAuthHummingbird and WebSignInHummingbird, for Hummingbird 2."),
        .trait(name: "Servers", description: "Has no meaning any more; customers name it."),
        .default(enabledTraits: ["Servers"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    ],
    targets: targets + commands + workers + examples
        // `script/apple-check` runs the tests for Apple's systems: no others need to be built for it.
        + testTargets.filter { $0.type != .test || Context.environment["APPLE_TESTS_ALONE"] == nil } + optional,
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
for target in package.targets where target.type != .system {
    target.swiftSettings = strict + (target.swiftSettings ?? [])
}
