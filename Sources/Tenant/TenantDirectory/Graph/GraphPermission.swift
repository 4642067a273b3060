// SPDX-License-Identifier: Apache-2.0
/// A permission of Microsoft Graph.
package enum GraphPermission: String, CaseIterable, Sendable {
    /// The profile of the person who signed in.
    case own = "User.Read"
    /// The basic properties of all people.
    case basicOfAll = "User.ReadBasic.All"
    /// All properties of all people.
    case all = "User.Read.All"
    /// All objects of the directory, including all properties of all people.
    case directory = "Directory.Read.All"
    /// Everything that the person may do in the directory.
    case directoryAsPerson = "Directory.AccessAsUser.All"
    /// The groups and their members.
    case groupMembers = "GroupMember.Read.All"
    /// The groups with all their properties and members.
    case groups = "Group.Read.All"
    /// Signing people out everywhere.
    case revokeSessions = "User.RevokeSessions.All"
}
