// SPDX-License-Identifier: Apache-2.0
import DPoP
import Foundation
import Testing

/// The examples of RFC 9449, which another encoder made.
@Suite struct DPoPProofTests {
    private static let header =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ"
        + "OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JE"
        + "QSIsImNydiI6IlAtMjU2In19."

    // §4.1 (figure 2), §5 (figure 7), §7.1 (figure 12)
    static let tokenProof =
        header + "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rv"
        + "a2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK7"
        + "0nfbV37xRZT3Lg"
    static let refreshProof =
        header + "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rv"
        + "a2VuIiwiaWF0IjoxNTYyMjY1Mjk2fQ.pAqut2IRDm_De6PR93SYmGBPXpwrAk90e8cP2hjiaG5QsGSuKDYW7_X620BxqhvYC8ynrrvZ"
        + "LTk41mSRroapUA"
    static let resourceProof =
        header + "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9w"
        + "cm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NB"
        + "cWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
    static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
    // §7.1 (figure 12)
    static let accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"

    @Test(arguments: [
        (tokenProof, "POST", "https://server.example.com/token", 1_562_262_616.0),
        (refreshProof, "POST", "https://server.example.com/token", 1_562_265_296.0),
        (resourceProof, "GET", "https://resource.example.org/protectedresource", 1_562_262_618.0),
    ])
    func `the proofs of the specification are read`(
        _ text: String, _ method: String, _ address: String, _ issuedAt: Double
    ) throws {
        let proof = try #require(DPoPProof(text))
        #expect(proof.thumbprint == Self.thumbprint)
        #expect(proof.method == method)
        #expect(proof.address == address)
        #expect(proof.issuedAt == Date(timeIntervalSince1970: issuedAt))
        #expect(proof.nonce == nil)
    }

    @Test func `the hash of an access token is that of the specification`() throws {
        let hash = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"
        #expect(DPoPProof.hash(of: Self.accessToken) == hash)
        #expect(try #require(DPoPProof(Self.resourceProof)).accessTokenHash == hash)
    }

    @Test func `each character of a proof counts`() {
        var bytes = Array(Self.resourceProof.utf8)
        for index in stride(from: 0, to: bytes.count - 1, by: 7) {
            bytes[index] ^= 1
            #expect(DPoPProof(String(decoding: bytes, as: UTF8.self)) == nil, "\(index)")
            bytes[index] ^= 1
        }
    }

    @Test func `the used name does not depend on the address`() throws {
        let (one, other) = (try #require(DPoPProof(Self.tokenProof)), try #require(DPoPProof(Self.refreshProof)))
        #expect(one.usedName == other.usedName)
        #expect(one.usedName != DPoPProof(Self.resourceProof)?.usedName)
    }
}
