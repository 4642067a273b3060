// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials) && !canImport(Darwin)
// Swift's own functions, which Foundation uses as well; they are not public yet.
@_spi(_Unicode) import Swift
#endif

/// Unicode Standard Annex 15
extension String {
    /// The scalars with each letter before its marks (NFD).
    package var canonicalDecomposition: [Unicode.Scalar] {
        #if canImport(FoundationEssentials) && !canImport(Darwin)
        Array(_nfd)
        #else
        Array(decomposedStringWithCanonicalMapping.unicodeScalars)
        #endif
    }

    /// The text with letters and marks in one scalar where there is one (NFC).
    package var canonicalComposition: String {
        #if canImport(FoundationEssentials) && !canImport(Darwin)
        String(String.UnicodeScalarView(_nfc))
        #else
        precomposedStringWithCanonicalMapping
        #endif
    }
}
