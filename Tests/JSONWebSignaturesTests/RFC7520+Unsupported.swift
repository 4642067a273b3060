// SPDX-License-Identifier: Apache-2.0

/// The signature examples of RFC 7520 §4.4 to §4.8, none of which may be believed here: a shared secret signed them,
/// the payload is elsewhere, or they are JSON.
extension RFC7520 {
    private static let payloadPart = """
        SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW\
        5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0\
        by4
        """

    private static let protectedHS256 =
        "eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9"
    private static let signatureHS256 = "s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0"

    /// §4.4.
    static let hs256Token = "\(protectedHS256).\(payloadPart).\(signatureHS256)"

    /// §4.5.
    static let detachedToken = "\(protectedHS256)..\(signatureHS256)"

    /// §4.5 and §4.6, flattened; §4.6 in full; §4.7, flattened; §4.8, with its first and its last signature.
    static let jsonTokens = [
        #"{"protected":"\#(protectedHS256)","signature":"\#(signatureHS256)"}"#,
        #"""
        {"payload":"\#(payloadPart)","protected":"eyJhbGciOiJIUzI1NiJ9","header":{"kid":"018c0ae5-4d9b-471b-bfd6-\#
        eef314bc7037"},"signature":"bWUSVaxorn7bEF1djytBd0kHv70Ly5pvbomzMWSOr20"}
        """#,
        #"""
        {"payload":"\#(payloadPart)","signatures":[{"protected":"eyJhbGciOiJIUzI1NiJ9","header":{"kid":"018c0ae5-\#
        4d9b-471b-bfd6-eef314bc7037"},"signature":"bWUSVaxorn7bEF1djytBd0kHv70Ly5pvbomzMWSOr20"}]}
        """#,
        #"""
        {"payload":"\#(payloadPart)","header":{"alg":"HS256","kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037"},\#
        "signature":"xuLifqLGiblpv9zBpuZczWhNj1gARaLV3UxvxhJxZuk"}
        """#,
        #"""
        {"payload":"\#(payloadPart)","signatures":[{"protected":"eyJhbGciOiJSUzI1NiJ9","header":{"kid":"bilbo.bagg\#
        ins@hobbiton.example"},"signature":"MIsjqtVlOpa71KE-Mss8_Nq2YH4FGhiocsqrgi5NvyG53uoimic1tcMdSg-qptrzZc7CG6Svw\#
        2Y13TDIqHzTUrL_lR2ZFcryNFiHkSw129EghGpwkpxaTn_THJTCglNbADko1MZBCdwzJxwqZc-1RlpO2HibUYyXSwO97BSe0_evZKdjvvKSgs\#
        IqjytKSeAMbhMBdMma622_BG5t4sdbuCHtFjp9iJmkio47AIwqkZV1aIZsv33uPUqBBCXbYoQJwt7mxPftHmNlGoOSMxR_3thmXTCm4US-xiN\#
        Oyhbm8afKK64jU6_TPtQHiJeQJxz9G3Tx-083B745_AfYOnlC9w"},{"protected":"\#(protectedHS256)","signature":"\#
        \#(signatureHS256)"}]}
        """#,
    ]
}
