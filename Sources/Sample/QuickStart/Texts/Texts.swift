// SPDX-License-Identifier: Apache-2.0
// The names of these texts say what they are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import PortableFoundation
import SignIn

/// The texts of the app in one language.
///
/// Each front shows the same texts. A language has all of them: one that is missing does not compile. A text with a
/// number or a name is a function, since word order and plurals differ between languages.
public struct Texts: Sendable {
    /// The language.
    public let language: Language
    /// Words for every page.
    public let common: Common
    /// The first page.
    public let start: Start
    /// People search.
    public let people: People
    /// The page of one person.
    public let person: Person
    /// The task list.
    public let tasks: Tasks
    /// The accounts.
    public let accounts: Accounts
    /// The settings.
    public let settings: Settings
    /// The notices of a sign-in in the browser.
    public let notices: Notices
    /// The sentence that names a fault, and its own advice; without one, the advice is that for the action.
    let fault: @Sendable (Failure.Fault) -> Notices.Notice
    /// The advice for an action, with the correlation ID of the rejected request if there is one.
    let advice: @Sendable (NextAction, _ correlationID: String?) -> String

    /// The sentence that names the fault of a failure.
    public func sentence(of failure: Failure) -> String { fault(failure.fault).title }

    /// The sentence with the advice for a failure.
    public func hint(of failure: Failure) -> String {
        let own = fault(failure.fault).text
        return own.isEmpty ? advice(failure.action, failure.correlationID) : own
    }

    /// A day and a time in words of the language.
    public func dayAndTime(_ date: Date) -> String { language.dayAndTime(date) }

    /// Words for every page.
    public struct Common: Sendable {
        /// Leads past the navigation, for a keyboard.
        public let skipToContent: String
        public let people: String
        public let tasks: String
        public let accounts: String
        public let signIn: String
        public let signInWithAnotherAccount: String
        /// Leads to the accounts.
        public let changeAccount: String
        public let signOut: String
        /// The person that the pages use, by name.
        public let signedInAs: @Sendable (String) -> String
        public let retry: String
        /// Agrees to a missing permission.
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
        /// A request failed because the network or the server did not answer.
        public let offline: String
    }

    /// The first page.
    public struct Start: Sendable {
        public let title: String
        /// The purpose of the app in one line.
        public let purpose: String
        public let people: String
        public let peopleText: String
        public let tasks: String
        public let tasksText: String
        /// Says that the app runs in a demonstration.
        public let demo: String
    }

    /// People search.
    public struct People: Sendable {
        public let title: String
        public let searchLabel: String
        /// The fields that are searched, and that results come while the person types.
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
        /// The list is too long to go on.
        public let narrow: String
    }

    /// The page of one person.
    public struct Person: Sendable {
        /// Stands for a missing name.
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
        /// The number of people with this person as their manager.
        public let directReports: @Sendable (Int) -> String
        public let copy: String
        /// Names the value for a screen reader.
        public let copyValue: @Sendable (String) -> String
        public let copied: String
        public let backToSearch: String
        /// A part of the page, such as the manager, could not be loaded.
        public let partMissing: String
    }

    /// The task list.
    public struct Tasks: Sendable {
        public let title: String
        public let signIn: String
        public let signInText: String
        public let asCustomer: String
        public let asEmployee: String
        /// Names the owner of the shown tasks.
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
        /// An empty text was sent.
        public let textMissing: String
        /// A task that another page has removed.
        public let gone: String
        /// The form was of another account's list.
        public let accountChanged: String
    }

    /// The accounts.
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
        /// A permission in words; `nil` for one that the app does not know.
        public let permission: @Sendable (Permission) -> String
        public let signOutHere: String
        public let signOutAtProvider: String
        public let signingOut: String
        /// The provider's own session may go on after a sign-out.
        public let stillSignedIn: String
        public let endSession: String
        public let editProfile: String
        public let sessions: String
        public let events: String
        /// An event in the life of an account, with the account's name.
        public let event: @Sendable (Event, String) -> String
    }

    /// The settings of the app on an iPhone, an iPad or a Mac.
    public struct Settings: Sendable {
        public let title: String
        public let provider: String
        public let clientID: String
        public let redirectURI: String
        public let directory: String
        public let taskList: String
        /// The keys of a file that the app does not know.
        public let unknownKeys: @Sendable (_ keys: String) -> String
        public let importFile: String
        /// Goes back to the files that the app brings.
        public let removeImports: String
        public let unusable: String
        /// A local tenant on the developer's Mac.
        public let localTenant: String
        public let onSimulator: String
        public let onDevice: String
    }

    /// The notices of a sign-in in the browser: a question before a step, or a sign-in that did not succeed.
    public struct Notices: Sendable {
        /// A notice; the literal of one has no text.
        public struct Notice: Sendable, Hashable, ExpressibleByStringInterpolation {
            public let title: String
            public let text: String

            public init(_ title: String, _ text: String = "") { (self.title, self.text) = (title, text) }

            public init(stringLiteral title: String) { self.init(title) }
        }

        /// Another site led here.
        public let confirmSignIn: Notice
        /// The session had ended when the person sent a form.
        public let sendAgainAfterSignIn: Notice
        /// The page was too old when the person sent its form.
        public let sendAgainFromOldPage: Notice
        public let confirmSignOut: Notice
        public let signedOutHere: Notice
        public let signedOutAtProvider: Notice
        public let cancelled: Notice
        /// The text is the sentence of the failure.
        public let failed: Notice
        public let providerUnavailable: Notice
        /// The storage of sessions does not answer.
        public let storageUnavailable: Notice
        /// The same when the person sent a form, which the page offers to send again.
        public let storageUnavailableForForm: Notice
        /// The same when the page lacks the form.
        public let formNotKept: Notice
        /// The answer came to a browser without the cookie of the sign-in.
        public let sessionMissing: Notice
        /// The answer belongs to no sign-in that waits.
        public let answerUnexpected: Notice
        /// The provider posted its answer.
        public let answerPosted: Notice
        /// The address to come back to is not of this app.
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
