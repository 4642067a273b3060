// SPDX-License-Identifier: Apache-2.0
// The names of these texts are their documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import PortableFoundation
import SignIn

/// The texts of the app in one language, shared by all fronts.
///
/// A missing text does not compile. A text with a number or a name is a function, because word order and plurals differ
/// between languages.
public struct Texts: Sendable {
    public let language: Language
    public let common: Common
    public let start: Start
    public let people: People
    public let person: Person
    public let tasks: Tasks
    public let accounts: Accounts
    public let settings: Settings
    public let notices: Notices
    let fault: @Sendable (Failure.Fault) -> Notices.Notice
    let advice: @Sendable (NextAction, _ correlationID: String?) -> String

    public func sentence(of failure: Failure) -> String { fault(failure.fault).title }

    public func hint(of failure: Failure) -> String {
        let own = fault(failure.fault).text
        return own.isEmpty ? advice(failure.action, failure.correlationID) : own
    }

    public func dayAndTime(_ date: Date) -> String { language.dayAndTime(date) }

    public struct Common: Sendable {
        /// Skips the navigation, for keyboard users.
        public let skipToContent: String
        public let people: String
        public let tasks: String
        public let accounts: String
        public let signIn: String
        public let signInWithAnotherAccount: String
        /// Leads to the accounts.
        public let changeAccount: String
        public let signOut: String
        /// The signed-in user, by name.
        public let signedInAs: @Sendable (String) -> String
        public let retry: String
        /// Grants a missing permission.
        public let agree: String
        public let setNewPassword: String
        public let cancel: String
        public let language: String
        /// Sends the chosen language.
        public let choose: String
        /// Leads to the page of the local tenant.
        public let behindThis: String
        public let pageMissing: String
        public let pageMissingAdvice: String
        public let loading: String
        public let refresh: String
        public let toStart: String
        /// A request failed because the network or the server did not respond.
        public let offline: String
    }

    public struct Start: Sendable {
        public let title: String
        public let purpose: String
        public let people: String
        public let peopleText: String
        public let tasks: String
        public let tasksText: String
        /// Says that the app runs in a demonstration.
        public let demo: String
    }

    public struct People: Sendable {
        public let title: String
        public let searchLabel: String
        /// The fields that are searched, and that results appear while the user types.
        public let searchHint: String
        public let search: String
        public let searching: String
        public let signIn: String
        public let signInText: String
        /// The number of people found, and whether there are more.
        public let found: @Sendable (Int, _ hasMore: Bool) -> String
        /// No name begins with the text.
        public let noneFound: @Sendable (String) -> String
        public let noneFoundAdvice: String
        public let showMore: String
        /// The list is too long to continue.
        public let narrow: String
    }

    public struct Person: Sendable {
        /// Replaces a missing name.
        public let withoutName: String
        public let jobTitle: String
        public let department: String
        public let office: String
        public let businessPhone: String
        public let mobilePhone: String
        public let mail: String
        public let userName: String
        public let manager: String
        public let reports: String
        /// The number of direct reports.
        public let directReports: @Sendable (Int) -> String
        public let copy: String
        /// Names the value for a screen reader.
        public let copyValue: @Sendable (String) -> String
        public let copied: String
        public let backToSearch: String
        /// Part of the page, such as the manager, could not be loaded.
        public let partMissing: String
    }

    public struct Tasks: Sendable {
        public let title: String
        public let signIn: String
        public let signInText: String
        public let asCustomer: String
        public let asEmployee: String
        /// Names the owner of the tasks.
        public let of: @Sendable (String) -> String
        public let new: String
        public let add: String
        public let all: String
        public let open: String
        public let done: String
        public let filter: String
        /// The number of open tasks.
        public let toDo: @Sendable (Int) -> String
        public let markDone: @Sendable (String) -> String
        public let markOpen: @Sendable (String) -> String
        public let edit: String
        public let editTask: @Sendable (String) -> String
        public let text: String
        public let save: String
        public let remove: String
        public let removeTask: @Sendable (String) -> String
        public let removed: @Sendable (String) -> String
        public let undo: String
        public let added: @Sendable (_ when: String) -> String
        public let noneYet: String
        public let noneYetText: String
        public let noneOpen: String
        public let noneDone: String
        /// The submitted text was empty.
        public let textMissing: String
        /// Another page has removed the task.
        public let gone: String
        /// The form was for another account's list.
        public let accountChanged: String
    }

    public struct Accounts: Sendable {
        public let title: String
        /// The registration of people search.
        public let work: String
        public let workText: String
        /// The registration of the customers' task list.
        public let customer: String
        public let customerText: String
        public let nobody: String
        public let add: String
        public let use: String
        public let useAccount: @Sendable (String) -> String
        public let signedInSince: @Sendable (_ when: String) -> String
        public let needsSignIn: String
        public let permissions: String
        public let permission: @Sendable (Permission) -> String
        public let signOutHere: String
        public let signOutAtProvider: String
        public let signingOut: String
        /// The provider's own session may continue after a sign-out.
        public let stillSignedIn: String
        public let endSession: String
        public let editProfile: String
        public let sessions: String
        public let events: String
        /// An account event, with the account's name.
        public let event: @Sendable (Event, String) -> String
    }

    public struct Settings: Sendable {
        public let title: String
        public let provider: String
        public let clientID: String
        public let redirectURI: String
        public let directory: String
        public let taskList: String
        /// Keys of a file that the app does not support.
        public let unknownKeys: @Sendable (_ keys: String) -> String
        public let importFile: String
        /// Restores the bundled files.
        public let removeImports: String
        public let unusable: String
        /// A local tenant on the developer's Mac.
        public let localTenant: String
        public let onSimulator: String
        public let onDevice: String
    }

    /// Notices of a sign-in in the browser: a question before a step, or a failed sign-in.
    public struct Notices: Sendable {
        /// A string literal sets only the title.
        public struct Notice: Sendable, Hashable, ExpressibleByStringInterpolation {
            public let title: String
            public let text: String

            public init(_ title: String, _ text: String = "") { (self.title, self.text) = (title, text) }

            public init(stringLiteral title: String) { self.init(title) }
        }

        /// Another site led here.
        public let confirmSignIn: Notice
        /// The session had ended when the user sent a form.
        public let sendAgainAfterSignIn: Notice
        /// The page was too old when the user sent its form.
        public let sendAgainFromOldPage: Notice
        public let confirmSignOut: Notice
        public let signedOutHere: Notice
        public let signedOutAtProvider: Notice
        public let cancelled: Notice
        /// The text is the sentence of the failure.
        public let failed: Notice
        public let providerUnavailable: Notice
        /// The session storage does not respond.
        public let storageUnavailable: Notice
        /// The same when the user sent a form, which the page offers to send again.
        public let storageUnavailableForForm: Notice
        /// The same when the page lacks the form.
        public let formNotKept: Notice
        /// The response came to a browser without the cookie of the sign-in.
        public let sessionMissing: Notice
        /// The response belongs to no pending sign-in.
        public let answerUnexpected: Notice
        /// The provider posted its response.
        public let answerPosted: Notice
        /// The URL to return to does not belong to this app.
        public let addressElsewhere: Notice
        /// Another site sent the form.
        public let formFromElsewhere: Notice
        public let sessions: Notice
        public let back: String
        public let sendAgain: String
        public let signOutHere: String
        public let signOutAtProvider: @Sendable (_ name: String) -> String
        public let endThisSession: String
        public let endSession: String
        public let endOtherSessions: String
        public let sessionSince: @Sendable (_ when: String, _ browser: String) -> String
        public let thisBrowser: String
        public let unknownBrowser: String
    }
}
