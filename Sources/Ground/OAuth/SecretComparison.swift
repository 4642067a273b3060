// SPDX-License-Identifier: Apache-2.0
extension String {
    /// Compares two secrets in a time that depends only on their lengths.
    ///
    /// It compares bytes, so it also serves for names: Swift's `==` treats some different texts as equal, such as `K`
    /// and the Kelvin sign.
    package func isSameSecret(as other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
