// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantCustomers
import TenantDirectory

extension UserFlow {
    /// Adds the sample flows to data without flows: new data, or data of a version with two flows in its code.
    static func addSamples(in database: Database) throws {
        guard try UserFlow.filter(Column("tenantID") == SampleApp.customersID).isEmpty(database),
            try Tenant.exists(database, key: SampleApp.customersID)
        else { return }
        for flow in samples { try flow.insert(database) }
        for attribute in AttributeDefinition.samples { try attribute.insert(database, onConflict: .ignore) }
    }

    /// The initial flows of the customers' directory.
    static let samples =
        usual(at: SampleApp.customersID) + [
            signUp, signIn, editProfile, password, branded, externalID,
        ]

    private static let signUp = UserFlow(
        tenantID: SampleApp.customersID, name: "B2C_1_signup", kind: .signUp,
        attributes: usualNames + [CollectedAttribute("country")], claims: usualClaims + ["country"])

    private static let signIn = UserFlow(tenantID: SampleApp.customersID, name: "B2C_1_signin", kind: .signIn)

    /// MSAL's sample for iOS uses this name.
    private static let editProfile = UserFlow(
        tenantID: SampleApp.customersID, name: "B2C_1_edit_profile", kind: .profileEdit,
        attributes: usualNames
            + ["streetAddress", "postalCode", "city", "country", "jobTitle"].map { CollectedAttribute($0) },
        claims: usualClaims + ["streetAddress", "postalCode", "city", "country", "jobTitle"])

    private static let password = UserFlow(
        tenantID: SampleApp.customersID, name: "B2C_1_ROPC", kind: .resourceOwnerPassword)

    /// Shows the options of a flow: a custom look, custom attributes, a code by e-mail, and the rest.
    private static let branded = UserFlow(
        tenantID: SampleApp.customersID, name: "B2C_1_shop", kind: .signUpOrSignIn,
        attributes: usualNames + [
            CollectedAttribute("extension_Size", isRequired: true), CollectedAttribute("extension_Household"),
            CollectedAttribute("extension_Newsletter"),
        ],
        claims: usualClaims + ["extension_Size", "extension_Household", "extension_Newsletter"],
        secondFactor: FlowSecondFactor(method: .email), passwordReset: .embedded, keepSignedInDays: 30,
        look: PageLook(
            title: "Aldervale Outfitters", logo: PageLook.sampleLogo, backgroundColour: "#2b2140",
            primaryColour: "#8a2be2"))

    private static let externalID = UserFlow(
        tenantID: SampleApp.customersID, name: "SignUpAndSignIn", kind: .signUpOrSignIn, service: .externalID,
        clientIDs: [SampleApp.customerPortalID], attributes: usualNames, passwordReset: .embedded)
}

extension AttributeDefinition {
    /// The custom attributes of the sample flow's shop.
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
