// swift-tools-version: 6.2
import PackageDescription

/// An app that signs people in and nothing else.
///
/// It takes a commit of this package from a repository, as apps do. The test beside it names both, and looks at what
/// the app has to fetch.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(
            url: Context.environment["TESSERA_REPOSITORY"] ?? "", revision: Context.environment["TESSERA_COMMIT"] ?? "",
            traits: [])
    ],
    // Targets of these names are likely in an app: SwiftPM refuses a name that two packages of a graph declare.
    targets: ["JOSE", "OAuth", "Observability", "Provider", "TaskList"].map { .target(name: $0) } + [
        .executableTarget(
            name: "App",
            dependencies: [
                "JOSE", "OAuth", "Observability", "Provider", "TaskList", .product(name: "SignIn", package: "tessera"),
                .product(name: "HTTPTransport", package: "tessera"),
            ])
    ]
)
