// SPDX-License-Identifier: Apache-2.0
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantCustomers
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantGraph
@testable import TenantStandard

/// The tables of causes together reach every error of the real service.
@Suite struct ErrorCoverageTests {
    /// Only named faults cause these: see ``NamedErrorTests``.
    static let byFaultOnly: Set = [
        // The real service uses another number in the same situation.
        50074, 70001, 70002, 700_022, 90019,
        // Pages that this tenant does not have.
        50089, 50140, 50199, 70019, 90095,
        // Checks that this tenant does not make.
        50196, 53004, 65005, 90072, 530_032, 650_056, 650_057,
        // Outages.
        90033, 90055, 90090,
    ]

    private static var caused: Set<Int> {
        let token = TokenErrorNumberTests.people + TokenErrorNumberTests.clients + TokenErrorNumberTests.requests
        let other = TokenErrorNumberTests.assertions + TokenErrorNumberTests.grants
        let causes = EntraErrorCauseTests.accounts + EntraErrorCauseTests.factors + EntraErrorCauseTests.policies
        let refused =
            AuthorizePageErrorTests.spoiled + AuthorizeRedirectErrorTests.spoiled + FrontChannelTests.refusals
            + CodeRefusalTests.spoiled
        return Set((token + other).map(\.number)).union(causes.map(\.number)).union(refused.map(\.number))
            .union(EntraErrorCauseTests.consents.map(\.number)).union(AuthorizeErrorNumberTests.rows.map(\.number))
    }

    @Test func `every number of Entra ID has its cause, and the rest a fault`() {
        #expect(Set(ReferenceErrors.entra.keys).subtracting(Self.caused) == Self.byFaultOnly)
        #expect(Self.byFaultOnly.isSubset(of: ErrorCatalogue.entraID.numbers))
    }

    @Test(arguments: [ErrorCatalogue.entraID, .azureADB2C])
    func `every number has code, text, title, cause and next step`(_ catalogue: ErrorCatalogue) {
        #expect(catalogue.numbers.count > 50)
        for number in catalogue.numbers {
            let entry = catalogue[number]
            let texts = [entry?.code, entry?.text, entry?.title, entry?.cause, entry?.remedy]
            #expect(texts.allSatisfy { $0?.isEmpty == false }, "\(catalogue.prefix)\(number)")
        }
    }

    @Test(arguments: StandardError.Code.allCases)
    func `every code of the standard provider has a title and a next step`(_ code: StandardError.Code) {
        #expect(ErrorCatalogue.standard[code.rawValue]?.remedy.isEmpty == false)
    }

    @Test(arguments: [ErrorCatalogue.entraID, .azureADB2C, .standard, .graph])
    func `a setting that decides is a member of the tenant file`(_ catalogue: ErrorCatalogue) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Tenant").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var readers = ""
        for case let file as URL in files where file.pathExtension == "swift" {
            readers += try String(contentsOf: file, encoding: .utf8)
        }
        let words = Set(readers.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        #expect(!catalogue.settings.isEmpty)
        for setting in catalogue.settings {
            for member in setting.replacing("[]", with: "").split(separator: ".") {
                #expect(words.contains(member), "\(setting)")
            }
        }
    }
}

extension ErrorCatalogue: CustomTestStringConvertible {
    /// The letters in place of the whole table.
    public var testDescription: String { prefix.isEmpty ? "without letters" : prefix }
}
