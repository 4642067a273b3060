// SPDX-License-Identifier: Apache-2.0

extension GraphClient {
    /// The groups of the directory, page after page.
    ///
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func groups() -> GraphPages<GraphGroup> {
        pages("/groups", GraphQuery(), needing: .groupMemberReadAll)
    }

    /// The groups and roles of a person, also through other groups, page after page.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: Pages to iterate over; each is requested when it is needed. Text that cannot name a person fails
    ///   then, with status 404.
    public func groups(of who: String) -> GraphPages<GraphGroup> {
        pages(at: { try address(of: who, "/transitiveMemberOf") }, needing: .groupMemberReadAll)
    }

    /// The members of a group, also through other groups, page after page.
    ///
    /// A member without a user principal name may be a group or a device.
    ///
    /// - Parameter group: The group's id.
    /// - Returns: Pages to iterate over; each is requested when it is needed. An id that cannot name a group fails
    ///   then, with status 404.
    public func members(ofGroup group: String) -> PeoplePages {
        pages("/groups/\(group)/transitiveMembers", .ofPerson, needing: .groupMemberReadAll)
    }
}
