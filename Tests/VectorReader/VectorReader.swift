// SPDX-License-Identifier: Apache-2.0
#if canImport(CryptoKit)
@main struct VectorReader {
    static func main() { fatalError("The vectors are read on Linux, over OpenSSL.") }
}
#else
import CTesseraOpenSSL

/// Puts the questions of published vectors to our cryptography, for Tests/Peers/test_vectors.py.
///
/// Input: a question a line: an operation, then names, numbers, and bytes in hexadecimal digits, which may be none.
/// Output: a line for each, as ``Question/answer`` describes it; `errors` if it left some in OpenSSL's queue.
@main struct VectorReader {
    static func main() {
        while let line = readLine() {
            let answer = Question(line).answer
            print(ERR_peek_error() == 0 ? answer : "errors")
        }
    }
}
#endif
