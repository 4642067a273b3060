// swift-tools-version: 6.2
import PackageDescription

/// An app that signs people in and nothing else; the test beside it looks at what it has to fetch.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "tessera", path: "../../..", traits: [])],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "SignIn", package: "tessera")])]
)
