// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords
import TenantCustomers
import TenantDirectory

extension UserFlow {
    /// Adds sample flows to new data, or to data of a version with two flows in its code.
    static func addSamples(in database: Database) throws {
        guard try UserFlow.filter(Column("tenantID") == SampleApp.customersID).isEmpty(database),
            try Tenant.exists(database, key: SampleApp.customersID)
        else { return }
        for flow in samples { try flow.insert(database) }
        for attribute in AttributeDefinition.samples { try attribute.insert(database, onConflict: .ignore) }
    }

    static let samples =
        usual(at: SampleApp.customersID) + [signUp, signIn, editProfile, password, branded, externalID]

    private static func sample(_ name: String, _ kind: Kind, change: (inout UserFlow) -> Void = { _ in }) -> UserFlow {
        UserFlow(tenantID: SampleApp.customersID, name: name, kind: kind, change: change)
    }

    private static let signUp = sample("B2C_1_signup", .signUp) {
        $0.attributes = usualNames + [CollectedAttribute("country")]
        $0.claims = usualClaims + ["country"]
    }

    private static let signIn = sample("B2C_1_signin", .signIn)

    /// MSAL's sample for iOS uses this name.
    private static let editProfile = sample("B2C_1_edit_profile", .profileEdit) {
        let names = ["streetAddress", "postalCode", "city", "country", "jobTitle"]
        $0.attributes = usualNames + names.map { CollectedAttribute($0) }
        $0.claims = usualClaims + names
    }

    private static let password = sample("B2C_1_ROPC", .resourceOwnerPassword)

    private static let branded = sample("B2C_1_shop", .signUpOrSignIn) {
        let names = ["extension_Size", "extension_Household", "extension_Newsletter"]
        $0.attributes = usualNames + names.map { CollectedAttribute($0, isRequired: $0 == "extension_Size") }
        $0.claims = usualClaims + names
        $0.secondFactor = FlowSecondFactor(method: .email)
        $0.passwordReset = .embedded
        $0.keepSignedInDays = 30
        $0.look = PageLook(
            title: "Aldervale Outfitters", logo: PageLook.sampleLogo, backgroundColour: "#2b2140",
            primaryColour: "#8a2be2")
    }

    private static let externalID = sample("SignUpAndSignIn", .signUpOrSignIn) {
        $0.service = .externalID
        $0.clientIDs = [SampleApp.customerPortalID]
        $0.attributes = usualNames
        $0.passwordReset = .embedded
    }
}

extension AttributeDefinition {
    static let samples = [
        AttributeDefinition(tenantID: SampleApp.customersID, name: "LoyaltyNumber", label: "Loyalty number"),
        AttributeDefinition(
            tenantID: SampleApp.customersID, name: "Size", label: "Size", kind: .choice, options: ["S", "M", "L", "XL"]),
        AttributeDefinition(
            tenantID: SampleApp.customersID, name: "Household", label: "People in your household", kind: .number),
        AttributeDefinition(
            tenantID: SampleApp.customersID, name: "Newsletter", label: "Send me the newsletter", kind: .boolean),
    ]
}
