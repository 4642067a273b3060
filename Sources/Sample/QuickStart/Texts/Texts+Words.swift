// SPDX-License-Identifier: Apache-2.0
import SignInProvider

extension Texts {
    /// The texts without parameters, by group and name, such as `people.search`.
    public var plain: [String: String] {
        var texts: [String: String] = [:]
        for group in Mirror(reflecting: self).children {
            for text in Mirror(reflecting: group.value).children {
                if let value = text.value as? String { texts["\(group.label ?? "").\(text.label ?? "")"] = value }
            }
        }
        return texts
    }

    /// The title of a button for a step after a failure.
    public func title(of step: Failure.Step) -> String {
        switch step {
        case .retry: common.retry
        case .cancel: common.cancel
        case .signIn: common.signIn
        case .signInWithAnotherAccount: common.signInWithAnotherAccount
        case .consent: common.agree
        case .resetPassword: common.setNewPassword
        }
    }

    /// The title of a button that changes an account.
    public func title(of change: AccountChange) -> String {
        switch change {
        case .profile: accounts.editProfile
        case .password: common.setNewPassword
        }
    }

    /// The title of a tab.
    public func title(of tab: Navigation.Tab) -> String {
        switch tab {
        case .people: people.title
        case .tasks: tasks.title
        case .accounts: accounts.title
        case .settings: settings.title
        }
    }

    /// The title of a task filter.
    public func title(of filter: TaskListState.Filter) -> String {
        switch filter {
        case .all: tasks.all
        case .open: tasks.open
        case .done: tasks.done
        }
    }

    /// The text for a filtered list without tasks.
    public func none(under filter: TaskListState.Filter) -> String {
        switch filter {
        case .all: tasks.noneYet
        case .open: tasks.noneOpen
        case .done: tasks.noneDone
        }
    }

    /// The title of a registration's accounts: those of customers, at an OpenID provider, or of employees.
    public func title(of settings: QuickStart.Settings) -> String {
        switch settings.form {
        case .b2c: accounts.customer
        case .openID: settings.registration.name
        case .quickStart: accounts.work
        }
    }

    /// The purpose of a registration's accounts; empty for an OpenID provider.
    public func text(of settings: QuickStart.Settings) -> String {
        switch settings.form {
        case .b2c: accounts.customerText
        case .openID: ""
        case .quickStart: accounts.workText
        }
    }

    /// A permission that the app's registrations request.
    public enum Permission: String, Sendable, Hashable, CaseIterable {
        case openID = "openid"
        case profile
        case email
        case offlineAccess = "offline_access"
        case userRead = "User.Read"
        case userReadBasicAll = "User.ReadBasic.All"
        case userReadAll = "User.Read.All"
        case tasksReadWrite = "Tasks.ReadWrite"
    }

    /// An account event.
    public enum Event: Sendable, Hashable {
        case signedIn, signedInAgain, refreshed, needsSignIn, signedOut
    }
}
