// SPDX-License-Identifier: Apache-2.0
/// What an app may do in Microsoft Graph.
package enum GraphPermission: String, CaseIterable, Sendable {
    /// One's own profile.
    case own = "User.Read"
    /// The basic properties of everybody.
    case basicOfAll = "User.ReadBasic.All"
    /// Every property of everybody.
    case all = "User.Read.All"
    /// Everything in the directory, and so every property of everybody.
    case directory = "Directory.Read.All"
    /// Everything that the person may do in the directory.
    case directoryAsPerson = "Directory.AccessAsUser.All"
    /// Who is in which group.
    case groupMembers = "GroupMember.Read.All"
    /// Groups with everything in them.
    case groups = "Group.Read.All"
    /// Signing people out everywhere.
    case revokeSessions = "User.RevokeSessions.All"
}
