// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The texts of the app in one language.
///
/// Each front shows the same texts. A language has all of them: one that is missing does not compile. A text with a
/// number or a name is a function, since word order and plurals differ between languages.
package struct Texts: Sendable {
    /// The language.
    package let language: Language
    /// Words for every page.
    package let common: Common
    /// The first page.
    package let start: Start
    /// People search.
    package let people: People
    /// The page of one person.
    package let person: Person
    /// The task list.
    package let tasks: Tasks
    /// The accounts.
    package let accounts: Accounts
    /// The settings.
    package let settings: Settings
    /// The notices of a sign-in in the browser.
    package let notices: Notices
    /// The sentence that names a fault.
    package let fault: @Sendable (Failure.Fault) -> String
    /// The sentence with the advice.
    package let advice: @Sendable (Failure.Advice) -> String

    /// The sentence that names the fault of a failure.
    package func sentence(of failure: Failure) -> String { fault(failure.fault) }

    /// The sentence with the advice for a failure.
    package func hint(of failure: Failure) -> String { advice(failure.advice) }

    /// A day and a time in words of the language.
    package func dayAndTime(_ date: Date, in zone: TimeZone = .current) -> String {
        var style = Date.FormatStyle(date: .long, time: .shortened, locale: language.locale)
        style.timeZone = zone
        return date.formatted(style)
    }

    /// Words for every page.
    package struct Common: Sendable {
        /// Leads past the navigation, for a keyboard.
        package let skipToContent: String
        package let people: String
        package let tasks: String
        package let accounts: String
        package let signIn: String
        package let signInWithAnotherAccount: String
        /// Leads to the accounts.
        package let changeAccount: String
        package let signOut: String
        /// The person that the pages use, by name.
        package let signedInAs: @Sendable (String) -> String
        package let retry: String
        /// Agrees to a missing permission.
        package let agree: String
        package let setNewPassword: String
        package let cancel: String
        package let language: String
        /// Sends the chosen language.
        package let choose: String
        /// Leads to the page of the local tenant.
        package let behindThis: String
        package let pageMissing: String
        package let pageMissingAdvice: String
        package let loading: String
        package let refresh: String
        package let toStart: String
        /// A request failed because the network or the server did not answer.
        package let offline: String
    }

    /// The first page.
    package struct Start: Sendable {
        package let title: String
        /// The purpose of the app in one line.
        package let purpose: String
        package let people: String
        package let peopleText: String
        package let tasks: String
        package let tasksText: String
        /// Says that the app runs in a demonstration.
        package let demo: String
    }

    /// People search.
    package struct People: Sendable {
        package let title: String
        package let searchLabel: String
        /// The fields that are searched, and that results come while the person types.
        package let searchHint: String
        package let search: String
        package let searching: String
        package let signIn: String
        package let signInText: String
        /// The number of people found, and whether there are more.
        package let found: @Sendable (Int, _ hasMore: Bool) -> String
        /// No name begins with the text.
        package let noneFound: @Sendable (String) -> String
        package let noneFoundAdvice: String
        package let showMore: String
        /// The list is too long to go on.
        package let narrow: String
    }

    /// The page of one person.
    package struct Person: Sendable {
        /// Stands for a missing name.
        package let withoutName: String
        package let jobTitle: String
        package let department: String
        package let office: String
        package let businessPhone: String
        package let mobilePhone: String
        package let mail: String
        package let userName: String
        package let manager: String
        package let reports: String
        /// The number of people with this person as their manager.
        package let directReports: @Sendable (Int) -> String
        package let copy: String
        /// Names the value for a screen reader.
        package let copyValue: @Sendable (String) -> String
        package let copied: String
        package let backToSearch: String
        /// A part of the page, such as the manager, could not be loaded.
        package let partMissing: String
    }

    /// The task list.
    package struct Tasks: Sendable {
        package let title: String
        package let signIn: String
        package let signInText: String
        package let asCustomer: String
        package let asEmployee: String
        /// Names the owner of the shown tasks.
        package let of: @Sendable (String) -> String
        package let new: String
        package let add: String
        package let all: String
        package let open: String
        package let done: String
        package let filter: String
        /// The number of open tasks.
        package let toDo: @Sendable (Int) -> String
        package let markDone: @Sendable (String) -> String
        package let markOpen: @Sendable (String) -> String
        package let edit: String
        package let editTask: @Sendable (String) -> String
        package let text: String
        package let save: String
        package let remove: String
        package let removeTask: @Sendable (String) -> String
        package let removed: @Sendable (String) -> String
        package let undo: String
        package let added: @Sendable (_ when: String) -> String
        package let noneYet: String
        package let noneYetText: String
        package let noneOpen: String
        package let noneDone: String
        /// An empty text was sent.
        package let textMissing: String
        /// A task that another page has removed.
        package let gone: String
        /// The form was of another account's list.
        package let accountChanged: String
    }

    /// The accounts.
    package struct Accounts: Sendable {
        package let title: String
        /// The registration of people search.
        package let work: String
        package let workText: String
        /// The registration of the customers' task list.
        package let customer: String
        package let customerText: String
        package let nobody: String
        package let add: String
        package let use: String
        package let useAccount: @Sendable (String) -> String
        package let signedInSince: @Sendable (_ when: String) -> String
        package let needsSignIn: String
        package let permissions: String
        /// A permission in words; `nil` for one that the app does not know.
        package let permission: @Sendable (Permission) -> String
        package let signOutHere: String
        package let signOutAtProvider: String
        package let signingOut: String
        /// The provider's own session may go on after a sign-out.
        package let stillSignedIn: String
        package let endSession: String
        package let editProfile: String
        package let sessions: String
        package let events: String
        /// An event in the life of an account, with the account's name.
        package let event: @Sendable (Event, String) -> String
    }

    /// The settings of the app on an iPhone, an iPad or a Mac.
    package struct Settings: Sendable {
        package let title: String
        package let provider: String
        package let clientID: String
        package let redirectURI: String
        package let directory: String
        package let taskList: String
        /// The keys of a file that the app does not know.
        package let unknownKeys: @Sendable (_ keys: String) -> String
        package let importFile: String
        /// Goes back to the files that the app brings.
        package let removeImports: String
        package let unusable: String
        /// A local tenant on the developer's Mac.
        package let localTenant: String
        package let onSimulator: String
        package let onDevice: String
    }

    /// The notices of a sign-in in the browser: a question before a step, or a sign-in that did not succeed.
    package struct Notices: Sendable {
        /// A notice.
        package struct Notice: Sendable, Hashable {
            package let title: String
            package let text: String

            package init(_ title: String, _ text: String) { (self.title, self.text) = (title, text) }
        }

        /// Another site led here.
        package let confirmSignIn: Notice
        /// The session had ended when the person sent a form.
        package let sendAgainAfterSignIn: Notice
        /// The page was too old when the person sent its form.
        package let sendAgainFromOldPage: Notice
        package let confirmSignOut: Notice
        package let signedOutHere: Notice
        package let signedOutAtProvider: Notice
        package let cancelled: Notice
        /// The text is the sentence of the failure.
        package let failed: Notice
        package let providerUnavailable: Notice
        /// The storage of sessions does not answer.
        package let storageUnavailable: Notice
        /// The same when the person sent a form, which the page offers to send again.
        package let storageUnavailableForForm: Notice
        /// The same when the page lacks the form.
        package let formNotKept: Notice
        /// The answer came to a browser without the cookie of the sign-in.
        package let sessionMissing: Notice
        /// The answer belongs to no sign-in that waits.
        package let answerUnexpected: Notice
        /// The provider posted its answer.
        package let answerPosted: Notice
        /// The address to come back to is not of this app.
        package let addressElsewhere: Notice
        /// Another site sent the form.
        package let formFromElsewhere: Notice
        package let sessions: Notice
        package let back: String
        package let sendAgain: String
        package let signOutHere: String
        package let signOutAtProvider: @Sendable (_ name: String) -> String
        package let endThisSession: String
        package let endSession: String
        package let endOtherSessions: String
        package let sessionSince: @Sendable (_ when: String, _ browser: String) -> String
        package let thisBrowser: String
        package let unknownBrowser: String
    }
}
