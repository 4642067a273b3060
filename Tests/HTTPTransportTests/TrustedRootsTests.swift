// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import Testing

@testable import HTTPTransport

/// Without TLS.
@Suite struct TrustedRootsTests {
    private static func withFolder(holding name: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appending(path: name))
        try body(folder.path)
    }

    // OpenSSL finds an authority by a 32-bit hash and the number of its file.
    @Test(arguments: [
        ("002c0b4f.0", true), ("FF2C0B4F.9", true), ("002c0b4.00", false), ("002c0b4f0.", false),
        ("002c0b4f.10", false), ("002c0b4g.0", false), ("ca-bundle.0", false), ("002c0b4f.", false),
        ("002c0b4f..", false),
    ])
    func `a folder counts if an authority in it has its hash as its name`(_ name: String, _ isHashed: Bool) throws {
        try Self.withFolder(holding: name) { folder in
            let roots = try TrustedRoots(environment: [:], system: (nil, folder))
            #expect("\(roots)" == "folder(\"\(folder)\", file: nil)" || !isHashed)
            #expect(!"\(roots)".contains(folder) || isHashed)
        }
    }

    @Test func `an unreadable folder is skipped for the next one`() throws {
        try Self.withFolder(holding: "002c0b4f.0") { folder in
            let roots = try TrustedRoots(
                environment: [:], system: (nil, "\(folder)/missing"), usual: ([], ["\(folder)/002c0b4f.0", folder]))
            #expect("\(roots)" == "folder(\"\(folder)\", file: nil)")
        }
    }

    @Test func `without a folder, the first file counts, and a file of the environment adds to it`() throws {
        try Self.withFolder(holding: "added.pem") { folder in
            let (added, first, second) = ("\(folder)/added.pem", "\(folder)/first.pem", "\(folder)/second.pem")
            let files = (files: ["\(folder)/missing", first, second], folders: [folder])
            func roots(_ added: String?, system: String? = nil) throws -> String {
                let environment = added.map { ["SSL_CERT_FILE": $0] } ?? [:]
                return switch try TrustedRoots(environment: environment, system: (system, nil), usual: files) {
                case .text(let text): String(decoding: text, as: UTF8.self)
                case let other: "\(other)"
                }
            }
            let error = #expect(throws: TransportError.self) { try roots(nil) }
            #expect(error?.code == .untrusted && error?.message.contains("install ca-certificates") == true)
            #expect(try roots(added) == "file(\"\(added)\")")
            for (path, text) in [(added, "added"), (first, "first"), (second, "second")] {
                try Data(text.utf8).write(to: URL(filePath: path))
            }
            #expect(try roots(nil) == "file(\"\(first)\")")
            #expect(try (roots(nil, system: second), roots(added)) == ("file(\"\(second)\")", "first\nadded"))
            let unreadable = #expect(throws: TransportError.self) { try roots(folder) }
            #expect(unreadable?.code == .untrusted && unreadable?.message.contains(folder) == true)
        }
    }

    @Test func `a file of the environment adds to the folder`() throws {
        try Self.withFolder(holding: "002c0b4f.0") { folder in
            let added = "\(folder)/002c0b4f.0"
            let roots = try TrustedRoots(environment: ["SSL_CERT_FILE": added], system: (nil, folder))
            #expect("\(roots)" == "folder(\"\(folder)\", file: Optional(\"\(added)\"))")
            let empty = try TrustedRoots(environment: ["SSL_CERT_FILE": ""], system: (nil, folder))
            #expect("\(empty)" == "folder(\"\(folder)\", file: nil)")
            let error = #expect(throws: TransportError.self) {
                try TrustedRoots(environment: ["SSL_CERT_FILE": "\(folder)/missing"], system: (nil, folder))
            }
            #expect(error?.code == .untrusted && error?.message.contains("\(folder)/missing") == true)
        }
    }
}
#endif
