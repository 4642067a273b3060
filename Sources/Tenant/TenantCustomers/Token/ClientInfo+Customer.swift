// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
import TenantEntra

extension ClientInfo {
    /// The account of a customer; at Azure AD B2C a person has a separate account in every flow.
    init(of customer: Customer, at place: UserFlowPlace) {
        let isShared = place.flow.service == .externalID
        self.init(
            uid: isShared ? customer.id : "\(customer.id)-\(place.flow.addressName)", utid: place.tenant.id)
    }
}
