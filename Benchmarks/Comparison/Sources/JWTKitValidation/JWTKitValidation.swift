// SPDX-License-Identifier: Apache-2.0
import Foundation
import JWTKit

/// How many ID tokens jwt-kit validates in a second, with warm keys and the checks that it has or that are written out
/// here: signature, issuer, audience, times and nonce.
///
///     JWTKitValidation FOLDER MILLISECONDS
@main enum JWTKitValidation {
    static func main() async throws {
        let folder = URL(filePath: CommandLine.arguments[1])
        let time = Duration.milliseconds(Int(CommandLine.arguments[2]) ?? 300)
        let token = try String(contentsOf: folder.appending(path: "token"), encoding: .utf8)
        let keys = JWTKeyCollection()
        try await keys.add(jwksJSON: String(contentsOf: folder.appending(path: "keys.json"), encoding: .utf8))
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < time {
            let claims = try await keys.verify(token, as: IDToken.self)
            try claims.aud.verifyIntendedAudience(includes: expected.audience)
            guard claims.iss.value == expected.issuer, claims.nonce == expected.nonce else { throw Mismatch() }
            count += 1
        }
        print(Double(count) / ((clock.now - start) / .seconds(1)))
    }
}

/// Whom the token must be from and for.
struct Expected: Decodable {
    let issuer: String
    let audience: String
    let nonce: String
}

struct Mismatch: Error {}

/// The claims that are read.
struct IDToken: JWTPayload {
    let iss: IssuerClaim
    let aud: AudienceClaim
    let sub: SubjectClaim
    let exp: ExpirationClaim
    let iat: IssuedAtClaim
    let nbf: NotBeforeClaim
    let nonce: String

    func verify(using algorithm: some JWTAlgorithm) throws {
        try exp.verifyNotExpired()
        try nbf.verifyNotBefore()
    }
}
