// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension ConditionalAccessConditions {
    /// Whether a policy with these conditions applies to a sign-in.
    func match(_ signIn: JudgedSignIn) -> Bool {
        users.include(signIn) && applications.include(signIn)
            && (clientAppTypes.contains(.all) || clientAppTypes.contains(signIn.clientAppType))
    }
}

extension ConditionalAccessConditions.Users {
    /// Exclusion has priority.
    fileprivate func include(_ signIn: JudgedSignIn) -> Bool {
        names(excludeUsers, signIn) || !signIn.groupIDs.isDisjoint(with: excludeGroups)
            ? false : names(includeUsers, signIn) || !signIn.groupIDs.isDisjoint(with: includeGroups)
    }

    private func names(_ users: [String], _ signIn: JudgedSignIn) -> Bool {
        users.contains("All") || users.contains(signIn.person.id)
            || signIn.person.userType == .guest && users.contains("GuestsOrExternalUsers")
    }
}

extension ConditionalAccessConditions.Applications {
    /// Exclusion has priority; a policy about contexts applies to nothing else.
    fileprivate func include(_ signIn: JudgedSignIn) -> Bool {
        if !includeAuthenticationContextClassReferences.isEmpty {
            return !signIn.contexts.isDisjoint(with: includeAuthenticationContextClassReferences)
        }
        let left = signIn.applicationIDs.subtracting(excludeApplications)
        return includeApplications.contains("All") ? !left.isEmpty : !left.isDisjoint(with: includeApplications)
    }
}
