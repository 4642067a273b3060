// SPDX-License-Identifier: Apache-2.0
import Foundation
import LocalTenant
import QuickStart
import SignIn
import Testing

/// The Xcode project of the apps, parsed as a property list: no Mac was at hand.
@Suite struct XcodeProjectTests {
    private static let folder = PackageManifest.folder.appending(path: "Apps/QuickStart")

    private let text: String
    private let objects: [String: [String: Any]]
    private let root: String

    init() throws {
        let file = Self.folder.appending(path: "QuickStart.xcodeproj/project.pbxproj")
        text = try String(contentsOf: file, encoding: .utf8)
        let project = try Self.dictionary(Data(text.utf8))
        objects = try #require(project["objects"] as? [String: [String: Any]])
        root = try #require(project["rootObject"] as? String)
        #expect(project["objectVersion"] as? String == "77", "Xcode 16 and later read synchronized folders")
    }

    private static func dictionary(_ data: Data) throws -> [String: Any] {
        try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    private static func dictionary(at path: String) throws -> [String: Any] {
        try dictionary(Data(contentsOf: folder.appending(path: path)))
    }

    private func all(_ isa: String) -> [[String: Any]] { objects.values.filter { $0["isa"] as? String == isa } }

    @Test func `it has no path of one machine`() {
        #expect(!text.contains("/Users/") && !text.contains("/home/") && !text.contains("<absolute>"))
        #expect(!text.contains("DEVELOPMENT_TEAM"), "each developer has a team of their own")
    }

    @Test func `every object that another one names is there, and every object is named`() throws {
        let ids = Set(objects.keys)
        var named: Set<String> = [root]
        for object in objects.values {
            for value in Self.texts(in: object) where value.wholeMatch(of: #/[0-9A-F]{24}/#) != nil {
                #expect(ids.contains(value), "\(value) is missing")
                named.insert(value)
            }
        }
        #expect(named == ids, "\(ids.subtracting(named))")
    }

    private static func texts(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(texts)
        case let dictionary as [String: Any]: dictionary.keys + dictionary.values.flatMap(texts)
        default: []
        }
    }

    @Test func `every folder and file that it names is there`() throws {
        let folders = all("PBXFileSystemSynchronizedRootGroup").compactMap { $0["path"] as? String }
        #expect(Set(folders) == ["QuickStart", "SharedSignIn", "QuickStartUITests"])
        for folder in folders {
            let content = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: folder).path)
            #expect(content.contains { $0.hasSuffix(".swift") }, "\(folder)")
        }
        for name in ["QuickStart", "SharedSignIn"] {
            for file in ["Info.plist", "\(name).entitlements"] { _ = try Self.dictionary(at: "\(name)/\(file)") }
        }
        let packages = all("XCLocalSwiftPackageReference").compactMap { $0["relativePath"] as? String }
        #expect(packages == ["../.."])
        let manifest = Self.folder.appending(path: "../../Package.swift").standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: manifest.path))
    }

    @Test func `both apps are built for the systems of the package, with its own products`() throws {
        let manifest = try String(contentsOf: PackageManifest.folder.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains("platforms: [.macOS(.v15), .iOS(.v18)]"))
        let settings = all("XCBuildConfiguration").compactMap { $0["buildSettings"] as? [String: String] }
        let ofProject = settings.filter { $0["SUPPORTED_PLATFORMS"] != nil }
        #expect(ofProject.count == 2)
        for each in ofProject {
            #expect(each["IPHONEOS_DEPLOYMENT_TARGET"] == "18.0" && each["MACOSX_DEPLOYMENT_TARGET"] == "15.0")
            #expect(each["SUPPORTED_PLATFORMS"] == "iphoneos iphonesimulator macosx" && each["SWIFT_VERSION"] == "6.0")
        }
        let products = Set(all("XCSwiftPackageProductDependency").compactMap { $0["productName"] as? String })
        #expect(
            products == ["QuickStartUI", "SystemSignIn", "SignInUI", "SignIn", "MicrosoftIdentity", "HTTPTransport"])
        for product in products { #expect(manifest.contains("\"\(product)\""), "\(product)") }
    }

    @Test func `the schemes name targets of the project, and one tests both stories`() throws {
        let targets = Set(all("PBXNativeTarget").compactMap { $0["name"] as? String })
        for name in ["QuickStart", "SharedSignIn"] {
            let file = "QuickStart.xcodeproj/xcshareddata/xcschemes/\(name).xcscheme"
            let scheme = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            let identifiers = scheme.matches(of: #/BlueprintIdentifier = "(\w+)"/#)
            #expect(!identifiers.isEmpty, "\(name)")
            for match in identifiers {
                let target = try #require(objects[String(match.1)]?["name"] as? String)
                #expect(targets.contains(target))
            }
            #expect(scheme.contains("BlueprintName = \"QuickStartUITests\"") == (name == "QuickStart"))
        }
    }

    @Test func `both apps have the keychain group that the settings name`() throws {
        let settings = try ["settings", "settings-b2c"].map {
            try Settings(contentsOf: Self.folder.appending(path: "QuickStart/\($0).plist"))
        }
        let groups = Set(settings.compactMap { $0.accountGroup?.name })
        #expect(groups == ["dev.tessera.quickstart"])
        for name in ["QuickStart", "SharedSignIn"] {
            let entitlements = try Self.dictionary(at: "\(name)/\(name).entitlements")
            #expect(
                entitlements["keychain-access-groups"] as? [String]
                    == ["$(AppIdentifierPrefix)dev.tessera.quickstart"])
            #expect(entitlements["com.apple.security.app-sandbox"] as? Bool == true)
            #expect(entitlements["com.apple.security.network.client"] as? Bool == true)
        }
    }

    @Test func `the settings are those of the local tenant, with redirects that the system brings back`() throws {
        let info = try Self.dictionary(at: "QuickStart/Info.plist")
        let types = try #require(info["CFBundleURLTypes"] as? [[String: Any]])
        let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        let clients = ["settings": SampleApp.quickStartID, "settings-b2c": SampleApp.customerTasksID]
        for (file, client) in clients {
            let settings = try Settings(contentsOf: Self.folder.appending(path: "QuickStart/\(file).plist"))
            #expect(settings.registration.clientID == client)
            #expect(settings.unknownKeys.isEmpty)
            let scheme = try #require(URL(string: settings.registration.redirectURI.description)?.scheme)
            #expect(schemes.contains(scheme))
        }
        let transport = try #require(info["NSAppTransportSecurity"] as? [String: Bool])
        #expect(transport == ["NSAllowsLocalNetworking": true], "and no exception for other hosts")
        #expect((info["NSLocalNetworkUsageDescription"] as? String)?.isEmpty == false)
        #expect(Set(info["CFBundleLocalizations"] as? [String] ?? []) == Set(Language.allCases.map(\.rawValue)))
    }

    /// The compiler refuses a module that imports one of its own name ("circular dependency between modules").
    @Test func `no module of the project has the name of a module of the package, or of another`() throws {
        let targets = try PackageManifest.current.get().targetNames.map { $0.replacing("-", with: "_") }
        let lists = [try #require(objects[root])] + all("PBXNativeTarget")
        let configurations = try lists.map { owner -> [[String: String]] in
            let list = try #require((owner["buildConfigurationList"] as? String).flatMap { objects[$0] })
            return try #require(list["buildConfigurations"] as? [String]).compactMap {
                objects[$0]?["buildSettings"] as? [String: String]
            }
        }
        for settings in configurations[0] {
            #expect(settings["PRODUCT_MODULE_NAME"] == nil && settings["PRODUCT_NAME"] == "$(TARGET_NAME)")
        }
        for index in 0..<2 {
            let modules = try zip(all("PBXNativeTarget"), configurations.dropFirst()).map { target, settings in
                let name = try #require(target["name"] as? String)
                return settings[index]["PRODUCT_MODULE_NAME"] ?? settings[index]["PRODUCT_NAME"] ?? name
            }
            #expect(modules.count == 3 && Set(modules).count == 3)
            #expect(Set(modules).isDisjoint(with: targets), "\(modules)")
        }
    }

    /// Xcode puts the files of a folder into the phases of its target: without one for resources, the icon is left out.
    @Test func `each target compiles its folder, and each app links products and copies resources`() throws {
        for target in all("PBXNativeTarget") {
            let phases = try #require(target["buildPhases"] as? [String]).compactMap { objects[$0]?["isa"] as? String }
            let isApp = target["productType"] as? String == "com.apple.product-type.application"
            let others = isApp ? ["PBXFrameworksBuildPhase", "PBXResourcesBuildPhase"] : []
            #expect(Set(phases) == Set(["PBXSourcesBuildPhase"] + others), "\(target["name"] ?? "")")
            #expect((target["fileSystemSynchronizedGroups"] as? [String])?.count == 1)
        }
    }

    @Test func `each app has a category and an icon of its own`() throws {
        let settings = all("XCBuildConfiguration").compactMap { $0["buildSettings"] as? [String: String] }
        #expect(settings.count { $0["ASSETCATALOG_COMPILER_APPICON_NAME"] == "AppIcon" } == 2, "for the whole project")
        for app in ["QuickStart", "SharedSignIn"] {
            let category = try Self.dictionary(at: "\(app)/Info.plist")["LSApplicationCategoryType"] as? String
            #expect(category?.hasPrefix("public.app-category.") == true)
        }
        let icons = try ["QuickStart", "SharedSignIn"].map {
            try Data(contentsOf: Self.folder.appending(path: "\($0)/Assets.xcassets/AppIcon.appiconset/icon-128.png"))
        }
        #expect(icons[0] != icons[1])
    }

    @Test(arguments: ["QuickStart", "SharedSignIn"])
    func `the icon has the sizes that the catalogue lists`(_ app: String) throws {
        let folder = Self.folder.appending(path: "\(app)/Assets.xcassets/AppIcon.appiconset")
        let catalogue = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "Contents.json")))
                as? [String: Any])
        let images = try #require(catalogue["images"] as? [[String: String]])
        #expect(images.count == 11)
        for image in images {
            let side = try #require(Int((image["size"] ?? "").split(separator: "x").first ?? ""))
            let scale = Int(image["scale"]?.dropLast() ?? "1") ?? 1
            let file = try Data(contentsOf: folder.appending(path: try #require(image["filename"])))
            let pixels = file[16..<20].reduce(0) { $0 << 8 | Int($1) }
            #expect(file.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]) && pixels == side * scale, "\(image)")
        }
    }

    @Test func `the privacy manifest of the package collects nothing, and gives a reason for the times of files`()
        throws
    {
        let manifest = try Self.dictionary(at: "../../Sources/Client/SystemSignIn/PrivacyInfo.xcprivacy")
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
        let reasons = manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]]
        #expect(reasons?.count == 1)
        #expect(reasons?.first?["NSPrivacyAccessedAPIType"] as? String == "NSPrivacyAccessedAPICategoryFileTimestamp")
        #expect(reasons?.first?["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["C617.1"])
    }

    @Test(arguments: ["QuickStart", "SharedSignIn"]) func `an app has one window`(_ app: String) throws {
        let manifest = try Self.dictionary(at: "\(app)/Info.plist")["UIApplicationSceneManifest"] as? [String: Any]
        #expect(manifest?["UIApplicationSupportsMultipleScenes"] as? Bool == false)
    }
}
