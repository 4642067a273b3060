// swift-tools-version: 6.2
import PackageDescription

// Apart from Tessera's own package, so that nobody who uses Tessera fetches what it is compared with.
let package = Package(
    name: "Comparison",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1")],
    targets: [
        .executableTarget(name: "JWTKitValidation", dependencies: [.product(name: "JWTKit", package: "jwt-kit")])
    ],
    swiftLanguageModes: [.v6]
)
