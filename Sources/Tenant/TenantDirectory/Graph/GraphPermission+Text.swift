// SPDX-License-Identifier: Apache-2.0

extension GraphPermission {
    /// The text of the permission on the consent page.
    var text: PermissionText {
        let (title, sentence) = words
        return PermissionText(
            scope: rawValue, title: title, sentence: sentence, needsAdministrator: needsAdministrator)
    }

    /// Whether only an administrator may consent: a person may not disclose the details of all people.
    private var needsAdministrator: Bool {
        switch self {
        case .own, .basicOfAll: false
        case .all, .directory, .directoryAsPerson, .groupMembers, .groups, .revokeSessions: true
        }
    }

    private var words: (title: String, sentence: String) {
        switch self {
        case .own:
            ("Read your profile", "The app can read your own entry in the directory, with telephone numbers and job.")
        case .basicOfAll:
            (
                "See who your colleagues are",
                "The app can read the names and e-mail addresses of everybody in your directory."
            )
        case .all:
            (
                "Read everybody's full profile",
                "The app can read every detail of everybody in your directory, such as telephone numbers and managers."
            )
        case .directory:
            ("Read the whole directory", "The app can read everything in your directory that you can read yourself.")
        case .directoryAsPerson:
            (
                "Use the directory as you",
                "The app can do everything in your directory that you can do yourself."
            )
        case .groupMembers:
            ("See who is in which group", "The app can list the groups of your directory and the people in them.")
        case .groups:
            ("Read all groups", "The app can read every group of your directory, with its people.")
        case .revokeSessions:
            ("Sign people out everywhere", "The app can end every session of the people in your directory.")
        }
    }
}
