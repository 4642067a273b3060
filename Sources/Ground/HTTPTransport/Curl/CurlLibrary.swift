// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl

/// The library of this system that sends requests; the first request loads it.
enum CurlLibrary {
    private static let loaded = Result { () throws(TransportError) in try load(nil) }

    /// Loads the library, once for the process.
    ///
    /// - Throws: ``TransportError`` (`missingLibrary`).
    static func load() throws(TransportError) { try loaded.get() }

    /// Loads the library, or another one in its place, for tests of its errors.
    static func load(_ name: String?) throws(TransportError) {
        var reason = [CChar](repeating: 0, count: Int(TESSERA_FAILURE_SIZE))
        guard !ccurl_load(name, &reason) else { return }
        let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw TransportError(
            .missingLibrary, "\(text); install libcurl (libcurl4 on Debian and Ubuntu, libcurl elsewhere)")
    }

    /// The file and the folder with the system's authorities that the library was built for.
    static var authorities: (file: String?, folder: String?) {
        let version = ccurl_version().pointee
        guard version.age.rawValue >= CURLVERSION_SEVENTH.rawValue else { return (nil, nil) }
        return (version.cainfo.map { String(cString: $0) }, version.capath.map { String(cString: $0) })
    }
}
#endif
