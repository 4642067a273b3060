// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Fixtures
import Foundation
import Testing

@testable import X509Certificates

/// The certificates of NIST's Public Key Interoperability Test Suite: which authority vouches for which certificate.
///
/// Tessera judges one step, from a registered authority to a certificate. Left out are tests of what it does not
/// judge, revocation (4.4, 4.5, 4.7.4, 4.7.5, 4.14, 4.15) and policies (4.8 to 4.12), and those that fail only by what
/// stands above the authority (4.1.2, 4.6.5 and what follows it, 4.13.15, 4.13.17).
@Suite(.enabled(if: ForeignVectors.areInstalled, "\(ForeignVectors.comment)")) struct PKITSTests {
    /// The number of a test, its certificate, whose name says whether it is valid, and the authority.
    private static let rows = """
        4.1.1 ValidCertificatePathTest1EE GoodCACert
        4.1.3 InvalidEESignatureTest3EE GoodCACert
        4.1.4 ValidDSASignaturesTest4EE DSACACert
        4.1.6 InvalidDSASignatureTest6EE DSACACert
        4.2.1 InvalidCAnotBeforeDateTest1EE BadnotBeforeDateCACert
        4.2.2 InvalidEEnotBeforeDateTest2EE GoodCACert
        4.2.3 Validpre2000UTCnotBeforeDateTest3EE GoodCACert
        4.2.4 ValidGeneralizedTimenotBeforeDateTest4EE GoodCACert
        4.2.5 InvalidCAnotAfterDateTest5EE BadnotAfterDateCACert
        4.2.6 InvalidEEnotAfterDateTest6EE GoodCACert
        4.2.7 Invalidpre2000UTCEEnotAfterDateTest7EE GoodCACert
        4.2.8 ValidGeneralizedTimenotAfterDateTest8EE GoodCACert
        4.3.1 InvalidNameChainingTest1EE GoodCACert
        4.3.2 InvalidNameChainingOrderTest2EE NameOrderingCACert
        4.3.3 ValidNameChainingWhitespaceTest3EE GoodCACert
        4.3.4 ValidNameChainingWhitespaceTest4EE GoodCACert
        4.3.5 ValidNameChainingCapitalizationTest5EE GoodCACert
        4.3.6 ValidNameUIDsTest6EE UIDCACert
        4.3.7 ValidRFC3280MandatoryAttributeTypesTest7EE RFC3280MandatoryAttributeTypesCACert
        4.3.8 ValidRFC3280OptionalAttributeTypesTest8EE RFC3280OptionalAttributeTypesCACert
        4.3.9 ValidUTF8StringEncodedNamesTest9EE UTF8StringEncodedNamesCACert
        4.3.10 ValidRolloverfromPrintableStringtoUTF8StringTest10EE RolloverfromPrintableStringtoUTF8StringCACert
        4.3.11 ValidUTF8StringCaseInsensitiveMatchTest11EE UTF8StringCaseInsensitiveMatchCACert
        4.6.1 InvalidMissingbasicConstraintsTest1EE MissingbasicConstraintsCACert
        4.6.2 InvalidcAFalseTest2EE basicConstraintsCriticalcAFalseCACert
        4.6.3 InvalidcAFalseTest3EE basicConstraintsNotCriticalcAFalseCACert
        4.6.4 ValidbasicConstraintsNotCriticalTest4EE basicConstraintsNotCriticalCACert
        4.7.1 InvalidkeyUsageCriticalkeyCertSignFalseTest1EE keyUsageCriticalkeyCertSignFalseCACert
        4.7.2 InvalidkeyUsageNotCriticalkeyCertSignFalseTest2EE keyUsageNotCriticalkeyCertSignFalseCACert
        4.7.3 ValidkeyUsageNotCriticalTest3EE keyUsageNotCriticalCACert
        4.13.1 ValidDNnameConstraintsTest1EE nameConstraintsDN1CACert
        4.13.2 InvalidDNnameConstraintsTest2EE nameConstraintsDN1CACert
        4.13.3 InvalidDNnameConstraintsTest3EE nameConstraintsDN1CACert
        4.13.4 ValidDNnameConstraintsTest4EE nameConstraintsDN1CACert
        4.13.5 ValidDNnameConstraintsTest5EE nameConstraintsDN2CACert
        4.13.6 ValidDNnameConstraintsTest6EE nameConstraintsDN3CACert
        4.13.7 InvalidDNnameConstraintsTest7EE nameConstraintsDN3CACert
        4.13.8 InvalidDNnameConstraintsTest8EE nameConstraintsDN4CACert
        4.13.9 InvalidDNnameConstraintsTest9EE nameConstraintsDN4CACert
        4.13.10 InvalidDNnameConstraintsTest10EE nameConstraintsDN5CACert
        4.13.11 ValidDNnameConstraintsTest11EE nameConstraintsDN5CACert
        4.13.12 InvalidDNnameConstraintsTest12EE nameConstraintsDN1subCA1Cert
        4.13.13 InvalidDNnameConstraintsTest13EE nameConstraintsDN1subCA2Cert
        4.13.14 ValidDNnameConstraintsTest14EE nameConstraintsDN1subCA2Cert
        4.13.16 InvalidDNnameConstraintsTest16EE nameConstraintsDN3subCA1Cert
        4.13.18 ValidDNnameConstraintsTest18EE nameConstraintsDN3subCA2Cert
        4.13.19 ValidDNnameConstraintsTest19EE nameConstraintsDN1SelfIssuedCACert
        4.13.20 InvalidDNnameConstraintsTest20EE nameConstraintsDN1CACert
        4.13.21 ValidRFC822nameConstraintsTest21EE nameConstraintsRFC822CA1Cert
        4.13.22 InvalidRFC822nameConstraintsTest22EE nameConstraintsRFC822CA1Cert
        4.13.23 ValidRFC822nameConstraintsTest23EE nameConstraintsRFC822CA2Cert
        4.13.24 InvalidRFC822nameConstraintsTest24EE nameConstraintsRFC822CA2Cert
        4.13.25 ValidRFC822nameConstraintsTest25EE nameConstraintsRFC822CA3Cert
        4.13.26 InvalidRFC822nameConstraintsTest26EE nameConstraintsRFC822CA3Cert
        4.13.27 ValidDNandRFC822nameConstraintsTest27EE nameConstraintsDN1subCA3Cert
        4.13.28 InvalidDNandRFC822nameConstraintsTest28EE nameConstraintsDN1subCA3Cert
        4.13.29 InvalidDNandRFC822nameConstraintsTest29EE nameConstraintsDN1subCA3Cert
        4.13.30 ValidDNSnameConstraintsTest30EE nameConstraintsDNS1CACert
        4.13.31 InvalidDNSnameConstraintsTest31EE nameConstraintsDNS1CACert
        4.13.32 ValidDNSnameConstraintsTest32EE nameConstraintsDNS2CACert
        4.13.33 InvalidDNSnameConstraintsTest33EE nameConstraintsDNS2CACert
        4.13.34 ValidURInameConstraintsTest34EE nameConstraintsURI1CACert
        4.13.35 InvalidURInameConstraintsTest35EE nameConstraintsURI1CACert
        4.13.36 ValidURInameConstraintsTest36EE nameConstraintsURI2CACert
        4.13.37 InvalidURInameConstraintsTest37EE nameConstraintsURI2CACert
        4.13.38 InvalidDNSnameConstraintsTest38EE nameConstraintsDNS1CACert
        4.16.1 ValidUnknownNotCriticalCertificateExtensionTest1EE TrustAnchorRootCertificate
        4.16.2 InvalidUnknownCriticalCertificateExtensionTest2EE TrustAnchorRootCertificate
        """

    /// Keys of DSA have 1,024 bits here, which is too weak.
    private static let refused: Set = ["4.1.4"]
    private static let now = Date(timeIntervalSince1970: 1_796_083_200)

    static func certificate(_ name: String) throws -> X509Certificate {
        let file = try ForeignVectors.url("cryptography_vectors/x509/PKITS_data/certs/\(name).crt")
        return try #require(X509Certificate(derEncoded: Data(contentsOf: file)))
    }

    @Test func `an authority vouches for valid certificates and no others`() throws {
        for row in Self.rows.split(separator: "\n") {
            let parts = row.split(separator: " ").map(String.init)
            let (number, name) = (parts[0], parts[1])
            let isValid = name.hasPrefix("Valid") && !Self.refused.contains(number)
            let authority = try Self.certificate(parts[2])
            #expect(try Self.certificate(name).isIssued(byOneOf: [authority], at: Self.now) == isValid, "\(row)")
        }
        #expect(ERR_peek_error() == 0)
    }
}
