// swift-tools-version: 6.2
import PackageDescription

// No package of others, unless a customer enables the trait `Hummingbird`.
// `Name mark mark: Dependency Dependency` is a row of the table of targets. It can have several names, with commas
// between them. The heading above it names the folder, and marks and dependencies of all targets below.
// A dependency is a target, `*` for the target that tests are named for, a target on one platform
// (`CTesseraZlib@linux`), a product of a package that only the trait fetches (`swift-nio/NIOCore`), or a group:
let groups = [
    // What a program needs to sign users in, what our servers use, and what the task API uses
    "client": "HTTPMessages HTTPTransport OAuthMessages SignInProvider SignIn",
    "serving": "HTTPListening HTTPMessages HTTPServing OAuthMessages ProgramLifecycle SystemCryptography",
    "tasks": "BearerAuth BearerAuthServing JSONWebSignatures TaskListClient",
    // What the tenant keeps, what each of its parts uses that answers requests, and the services that it stands for
    "records": "CTesseraTenantResources JSONWebSignatures PageTemplates SQLiteRecords",
    "endpoints": "serving records platform",
    "platform": "TenantAuthorization TenantControl TenantDirectory",
    "dialects": "TenantCustomers TenantEntra TenantExternalID TenantGraph TenantStandard",
    // Tests of almost everything, of the tenant, and of clients and servers that use a tenant
    "common": "client serving CTesseraSockets Fixtures JSONWebSignatures",
    "tenant": "endpoints dialects BearerAuth DPoP LocalTenant SignInTesting TenantAdministration TenantTesting",
    "samples": "endpoints tasks LocalTenant MicrosoftIdentity SampleServers SignInTesting TaskService WebSignIn",
]

let strict = [
    "InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny", "NonisolatedNonsendingByDefault",
].map { SwiftSetting.enableUpcomingFeature($0) }

/// The folder with our declarations of Apple's modules, which only `script/apple-check` names: without it, the targets
/// for Apple's systems are empty on Linux.
let declarations = Context.environment["APPLE_DECLARATIONS"]

/// The words of a list, with the members of groups in place of their names.
private func words(of list: String) -> [String] {
    list.split(separator: " ").flatMap { groups[String($0)].map(words) ?? [String($0)] }
}

private func dependency(_ word: String) -> Target.Dependency {
    let parts = word.split { "/@".contains($0) }.map(String.init)
    guard parts.count == 2 else { return .byName(name: word) }
    if word.contains("/") {
        return .product(name: parts[1], package: parts[0], condition: .when(traits: ["Hummingbird"]))
    }
    return .target(name: parts[0], condition: .when(platforms: [parts[1] == "linux" ? .linux : .macOS]))
}

// Marks are `program`, `tests`, `public` (sees only what is public, as an outside customer does), `embeds` (holds its
// folder `Resources` as code), `apple` (for Apple's systems), `=Folder` (if that has another name), `-lz` (a library of
// the system), `!file` (not to compile) and `$VARIABLE` (exists only while this environment variable does).
let plain: Set = ["program", "tests", "public", "embeds", "apple"]
let table = """
    # Sources/Ground
    CTesseraLoading, CTesseraSockets, CTesseraZlib -lz, PortableFoundation
    CTesseraCurl: CTesseraLoading
    CTesseraOpenSSL -lcrypto: CTesseraHomebrew@macOS
    CTesseraTLS -lssl: CTesseraOpenSSL
    # Sources
    CTesseraPostgres =Servers/CTesseraPostgres: CTesseraLoading
    CTesseraTenantResources =Tenant/CTesseraTenantResources !Errors !OpenAPI !development-keys.json !directory.json \
        !style.css
    // On Apple systems `URLSession` sends the requests and CryptoKit signs: nothing of C is linked there.
    # Sources/Ground: PortableFoundation
    HTTPMessages, Hosts, PrivateFiles, ProgramLifecycle, SystemThreads
    SystemCryptography: CTesseraOpenSSL@linux
    HTTPTransport: HTTPMessages Hosts SystemCryptography SystemThreads CTesseraCurl@linux CTesseraZlib@linux
    OAuthMessages: HTTPMessages Hosts JSONWebSignatures SystemCryptography
    JSONWebSignatures: SystemCryptography
    HTTPListening: CTesseraSockets HTTPMessages SystemThreads
    # Sources/Client: PortableFoundation
    SignInProvider: HTTPMessages HTTPTransport Hosts JSONWebSignatures OAuthMessages SystemCryptography
    SignIn: HTTPMessages HTTPTransport OAuthMessages PrivateFiles SignInProvider SystemCryptography
    APIAccess: HTTPMessages HTTPTransport Hosts OAuthMessages SignInProvider SignIn
    MicrosoftIdentity: HTTPTransport Hosts OAuthMessages SignInProvider
    SystemSignIn apple !PrivacyInfo.xcprivacy: HTTPMessages HTTPTransport OAuthMessages SignIn
    SignInUI apple: SignIn
    MicrosoftGraph: HTTPMessages HTTPTransport JSONWebSignatures OAuthMessages
    BrowserSignIn: HTTPListening HTTPMessages HTTPTransport Hosts OAuthMessages SignIn SystemThreads
    # Sources/Servers: PortableFoundation
    HTTPServing: CTesseraSockets HTTPListening HTTPMessages Hosts JSONWebSignatures OAuthMessages ProgramLifecycle \
        SystemCryptography
    ServerTLS: CTesseraOpenSSL CTesseraTLS HTTPListening HTTPServing OAuthMessages
    X509Certificates: CTesseraOpenSSL@linux SystemCryptography
    LocalCertificates: HTTPServing OAuthMessages PrivateFiles SystemCryptography X509Certificates
    DPoP: Hosts JSONWebSignatures OAuthMessages SystemCryptography
    BearerAuth: DPoP HTTPMessages HTTPTransport JSONWebSignatures OAuthMessages SignInProvider SystemCryptography
    BearerAuthServing: serving BearerAuth
    HummingbirdMessages: HTTPMessages hummingbird/Hummingbird swift-http-types/HTTPTypes
    BearerAuthHummingbird: BearerAuth HTTPMessages HTTPTransport HummingbirdMessages hummingbird/Hummingbird \
        swift-http-types/HTTPTypes swift-log/Logging swift-nio/NIOCore swift-nio-ssl/NIOSSL
    WebSignIn: serving HTTPTransport Hosts SignInProvider SignIn
    WebSignInHummingbird public: HTTPServing HummingbirdMessages ProgramLifecycle WebSignIn hummingbird/Hummingbird \
        swift-log/Logging swift-nio/NIOCore
    ServerTelemetry: serving HTTPTransport JSONWebSignatures
    PageTemplates
    SQLiteRecords: CTesseraSQLite OAuthMessages SystemThreads
    WebSignInSQLite: PrivateFiles SQLiteRecords WebSignIn
    PostgresStorage: CTesseraPostgres HTTPTransport OAuthMessages ProgramLifecycle SignInProvider SignIn \
        SystemThreads WebSignIn
    // The identity platform on this machine; each part may import only those listed before it
    # Sources/Tenant: PortableFoundation
    TenantControl: JSONWebSignatures
    TenantDirectory: serving records HTTPTransport PrivateFiles TenantControl X509Certificates
    TenantAuthorization embeds: serving records Hosts TenantDirectory
    TenantGraph: endpoints
    TenantEntra embeds: endpoints HTTPTransport Hosts X509Certificates
    TenantStandard embeds: endpoints DPoP HTTPTransport Hosts X509Certificates
    TenantCustomers embeds: endpoints
    TenantExternalID: endpoints TenantCustomers TenantEntra
    TenantTesting: endpoints dialects
    TenantAdministration: endpoints TenantCustomers TenantEntra TenantStandard TenantTesting
    LocalTenant embeds: endpoints dialects TenantAdministration TenantTesting
    SignInTesting: client serving JSONWebSignatures LocalTenant MicrosoftIdentity platform WebSignIn
    # Sources/Sample: PortableFoundation
    TaskListClient public: HTTPTransport
    TaskService embeds: client serving tasks PrivateFiles SQLiteRecords
    TaskServiceCommand: client serving tasks CommandArguments Hosts MicrosoftIdentity PostgresStorage ServerTelemetry \
        ServerTLS TaskService WebSignIn
    QuickStart public: client MicrosoftGraph MicrosoftIdentity TaskListClient
    QuickStartUI public apple: HTTPTransport MicrosoftGraph QuickStart SignIn TaskListClient
    QuickStartWeb public embeds: client HTTPServing MicrosoftGraph MicrosoftIdentity PageTemplates ProgramLifecycle \
        QuickStart TaskListClient WebSignIn
    # Sources/Command: PortableFoundation
    CommandArguments
    CommandTerminal: OAuthMessages PrivateFiles ProgramLifecycle SystemThreads
    ClientCommands public: client APIAccess BrowserSignIn CommandArguments CommandTerminal MicrosoftGraph \
        MicrosoftIdentity QuickStart TaskListClient
    TenantCommands: client serving platform BearerAuth BrowserSignIn ClientCommands CommandArguments Hosts \
        JSONWebSignatures LocalCertificates LocalTenant ServerTelemetry PostgresStorage PrivateFiles QuickStart \
        QuickStartWeb ServerTLS TaskListClient TaskService TenantAdministration WebSignIn WebSignInSQLite
    TesseraCommand: ClientCommands CommandArguments ProgramLifecycle TenantCommands
    # Sources program
    tessera =Command/tessera: TesseraCommand
    task-service =Sample/task-service: TaskServiceCommand
    # Examples program public
    command-line: BrowserSignIn MicrosoftGraph MicrosoftIdentity SignIn
    background-job: MicrosoftGraph MicrosoftIdentity SignIn
    protected-api: BearerAuthServing HTTPServing MicrosoftIdentity ProgramLifecycle
    web-sign-in: HTTPServing MicrosoftIdentity ProgramLifecycle WebSignIn
    # Benchmarks program
    AccountWorker: client BrowserSignIn CommandArguments MicrosoftIdentity PostgresStorage
    // A plain build need not link two more tenants: only `script/test` and `script/bench` build the benchmarks.
    # Benchmarks program $TESSERA_BENCHMARKS
    TenantBenchmark: serving CTesseraSQLite LocalTenant platform
    GrowthBenchmark: serving FuzzTargets LocalTenant SQLiteRecords platform
    ValidationBenchmark: client BearerAuth JSONWebSignatures SystemCryptography
    WebBenchmark: client serving LocalTenant PostgresStorage QuickStart QuickStartWeb SignInTesting TenantControl \
        WebSignIn WebSignInSQLite
    APIBenchmark: client serving tasks MicrosoftIdentity PostgresStorage TaskService TaskServiceCommand
    AccountBenchmark, TransferBenchmark: client
    PrintedLine
    # Tests
    Fixtures: client JSONWebSignatures ProgramLifecycle SystemCryptography X509Certificates
    SampleServers: client serving tasks LocalTenant MicrosoftIdentity SignInTesting TaskService WebSignIn
    FuzzTargets =Fuzz/Targets: client BearerAuth BrowserSignIn DPoP HTTPListening Hosts JSONWebSignatures \
        MicrosoftGraph MicrosoftIdentity QuickStart SystemCryptography TaskListClient
    CTesseraFaultyDisk: CTesseraSQLite
    FaultyDisk: CTesseraFaultyDisk
    FuzzTests tests =Fuzz/Replay: Fixtures FuzzTargets
    PackageTests tests !Consumer: common samples APIAccess BrowserSignIn CommandArguments MicrosoftGraph \
        PostgresStorage QuickStart WebSignInSQLite
    # Tests program
    exit-probe =ExitProbe: HTTPMessages HTTPTransport SystemCryptography
    framing-reader =FramingReader: HTTPListening HTTPMessages
    response-reader =ResponseReader: HTTPMessages HTTPTransport
    // libFuzzer brings a `main` of its own, which no other build could link.
    tessera-fuzz =Fuzz/Driver $TESSERA_FUZZ: FuzzTargets
    vector-reader =VectorReader: CTesseraOpenSSL@linux SystemCryptography
    # Tests tests: *
    HTTPMessagesTests, PortableFoundationTests
    SQLiteRecordsTests: CTesseraSQLite FaultyDisk Fixtures
    SystemCryptographyTests !sealed-accounts.json: CTesseraOpenSSL
    # Tests tests: common *
    CommandArgumentsTests !read.py, BrowserSignInTests, DPoPTests, HostsTests, JSONWebSignaturesTests
    MicrosoftIdentityTests, OAuthMessagesTests, PageTemplatesTests, ProgramLifecycleTests, ServerTelemetryTests
    HTTPListeningTests, SystemThreadsTests
    BearerAuthTests, SignInProviderTests: BearerAuth BearerAuthServing DPoP
    HTTPServingTests !cut.py !handshake.py: LocalCertificates ServerTLS
    HTTPTransportTests !close.py: CTesseraCurl@linux LocalCertificates ServerTLS exit-probe
    PostgresStorageTests: CTesseraPostgres SignInTesting WebSignIn
    QuickStartTests: MicrosoftGraph MicrosoftIdentity SignInTesting TaskListClient
    LocalCertificatesTests, ServerTLSTests: CTesseraOpenSSL CTesseraTLS PrivateFiles X509Certificates
    TaskListClientTests: BearerAuth TaskService
    X509CertificatesTests !judge.go !judge.py: CTesseraOpenSSL LocalCertificates TenantDirectory
    // `TenantFixtures` has no tests; what is not a test target cannot use `@testable import` in a release build.
    # Tests tests: common tenant X509Certificates
    TenantFixtures
    TenantGraphTests, TenantEntraTests, TenantStandardTests, TenantCustomersTests: TenantFixtures
    LocalTenantTests !Transcripts/Expected: TenantFixtures
    MicrosoftGraphTests: MicrosoftGraph
    StoredDataTests !Making !compare.py !eb9d09e0.tar.xz: tasks FaultyDisk TaskService WebSignIn WebSignInSQLite
    # Tests tests: common samples *
    QuickStartWebTests: QuickStart
    SignInTests !Storage/Vectors: APIAccess MicrosoftGraph PrivateFiles
    TaskServiceTests
    TaskServiceCommandTests: LocalCertificates PostgresStorage ServerTLS ServerTelemetry task-service tessera
    TesseraCommandTests !browser.py: APIAccess AccountWorker BrowserSignIn ClientCommands CommandArguments \
        CommandTerminal LocalCertificates MicrosoftGraph QuickStart ServerTLS TenantCommands background-job \
        command-line protected-api task-service tessera web-sign-in
    WebSignInTests: TenantStandard WebSignInSQLite
    // The sources of the apps, which Xcode builds and which are only compiled here
    # Tests/AppleApps apple $APPLE_DECLARATIONS
    AppleQuickStart =QuickStart, AppleSharedSignIn =SharedSignIn, AppleExample =Example, AppleUITests =UITests: client \
        MicrosoftGraph MicrosoftIdentity QuickStartUI SignInUI SystemSignIn
    // The tests for Apple's systems, which run here against our declarations, and a program that they kill
    # Tests apple $APPLE_DECLARATIONS -lAuthenticationServices -lCoreGraphics -lImageIO -lSecurity -lSwiftUI -lUIKit \
        -lUniformTypeIdentifiers -lswiftSynchronization
    KeychainWorker program: OAuthMessages SignIn SystemSignIn
    AppleTests tests !keychain.py !QuickStart/Previews.txt: client Fixtures KeychainWorker LocalTenant MicrosoftGraph \
        QuickStart QuickStartUI SampleServers SignInTesting SignInUI SystemSignIn TaskListClient TenantControl
    """

var targets: [Target] = [
    .systemLibrary(
        name: "CTesseraHomebrew", path: "Sources/Ground/CTesseraHomebrew", pkgConfig: "openssl",
        providers: [.brew(["openssl@3"])]),
    .systemLibrary(
        name: "CTesseraSQLite", path: "Sources/Servers/CTesseraSQLite", providers: [.apt(["libsqlite3-dev"])]),
]
var (folder, shared, marksOfAll) = ("", "", [String]())
for row in table.split(separator: "\n") where !row.hasPrefix("//") {
    let names = row.prefix { $0 != ":" }
    let list = String(row.dropFirst(names.count + 1))
    for one in names.split(separator: ",") {
        var marks = one.split(separator: " ").map(String.init)
        let name = marks.removeFirst()
        if name == "#" {
            (folder, shared, marksOfAll) = (marks.removeFirst(), list, marks)
            continue
        }
        marks += marksOfAll
        precondition(marks.allSatisfy { plain.contains($0) || "=-!$".contains($0.prefix(1)) }, "\(name): \(marks)")
        func marked(_ prefix: String) -> [String] {
            marks.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
        guard marked("$").allSatisfy({ Context.environment[$0] != nil }) else { continue }
        let path = folder + "/" + (marked("=").first ?? name)
        let named = words(of: shared + " " + list).map { $0 == "*" ? String(name.dropLast("Tests".count)) : $0 }
        let dependencies = Set(named).sorted().map(dependency)
        let access = !marks.contains("public")
        let target: Target =
            if marks.contains("tests") {
                .testTarget(name: name, dependencies: dependencies, path: path)
            } else if marks.contains("program") {
                .executableTarget(name: name, dependencies: dependencies, path: path, packageAccess: access)
            } else {
                .target(name: name, dependencies: dependencies, path: path, packageAccess: access)
            }
        target.exclude = marked("!")
        target.resources = marks.contains("embeds") ? [.embedInCode("Resources")] : []
        target.swiftSettings = strict
        target.linkerSettings = marked("-l").map { .linkedLibrary($0) }
        if marks.contains("apple"), let declarations {
            // Swift Testing has a module beside Apple's UIKit, which is not here.
            let flags = ["-I", declarations, "-Xfrontend", "-disable-cross-import-overlays"]
            target.swiftSettings? += [.define("APPLE_CHECK"), .unsafeFlags(flags)]
            target.linkerSettings? += [.unsafeFlags(["-L", declarations])]
        }
        #if os(macOS)
        if name == "SystemSignIn" { (target.exclude, target.resources) = ([], [.copy("PrivacyInfo.xcprivacy")]) }
        #endif
        targets.append(target)
    }
}

/// What `script/apple-check` compiles beside the tests, in one build.
let appleTypes = Product.library(
    name: "AppleTypes", type: .static,
    targets: words(of: "SystemSignIn SignInUI QuickStartUI AppleQuickStart AppleSharedSignIn AppleExample AppleUITests")
)

let package = Package(
    name: "tessera",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        "SignIn", "HTTPTransport", "APIAccess", "MicrosoftIdentity", "MicrosoftGraph", "BrowserSignIn", "SystemSignIn",
        "SignInUI", "QuickStartUI", "BearerAuth", "BearerAuthServing", "BearerAuthHummingbird", "HTTPServing",
        "WebSignIn", "WebSignInHummingbird", "WebSignInSQLite", "PostgresStorage", "SignInTesting",
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
    // `script/apple-check` runs the tests for Apple's systems: no others need to be built for it.
    targets: targets.filter {
        $0.type != .test || $0.name == "AppleTests" || Context.environment["APPLE_TESTS_ALONE"] == nil
    },
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
