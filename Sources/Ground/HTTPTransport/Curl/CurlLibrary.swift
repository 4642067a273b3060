// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl

/// The library of this system that sends requests; the first request loads it.
enum CurlLibrary {
    /// Loads the library, once for the process.
    ///
    /// - Throws: ``TransportError`` (`missingLibrary`).
    static func load() throws(TransportError) {
        guard let failure = ccurl_load() else { return }
        throw TransportError(
            .missingLibrary, "\(String(cString: failure)); install libcurl (libcurl4 on Debian and Ubuntu)")
    }

    /// The file and the folder with the system's authorities that the library was built for.
    static var authorities: (file: String?, folder: String?) {
        let version = ccurl_version().pointee
        guard version.age.rawValue >= CURLVERSION_SEVENTH.rawValue else { return (nil, nil) }
        return (version.cainfo.map { String(cString: $0) }, version.capath.map { String(cString: $0) })
    }
}
#endif
