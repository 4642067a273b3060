// SPDX-License-Identifier: Apache-2.0
import SignIn

extension Texts {
    /// The texts in English.
    public static let english = Texts(
        language: .english,
        common: Common(
            skipToContent: "Skip to content",
            people: "People", tasks: "Tasks", accounts: "Accounts",
            signIn: "Sign in", signInWithAnotherAccount: "Sign in with another account",
            changeAccount: "Use another account", signOut: "Sign out",
            signedInAs: { "Signed in as \($0)" },
            retry: "Try again", agree: "Agree and continue", setNewPassword: "Set a new password", cancel: "Cancel",
            language: "Language", choose: "Choose", behindThis: "About this demo",
            pageMissing: "This page does not exist",
            pageMissingAdvice: "The address may be mistyped, or the page was removed.",
            loading: "Loading…", refresh: "Refresh",
            toStart: "Go to the home page",
            offline: "No response. Check the connection and try again."),
        start: Start(
            title: "Find colleagues. Keep your tasks.",
            purpose: "Sign in to search the people in your organization, and to keep your own task list.",
            people: "People in your organization",
            peopleText: "Each colleague’s phone, email, office, and manager.",
            tasks: "Your tasks", tasksText: "A list that only you can see.",
            demo: "This is a demo. The people are fictional, and everything stays on this machine."),
        people: People(
            title: "People", searchLabel: "Search people",
            searchHint: "First name, last name, email, or user name. Results appear as you type.",
            search: "Search", searching: "Searching…",
            signIn: "Sign in to search",
            signInText: "Only people in the organization can search the directory. Sign in with your work account.",
            found: { count, hasMore in
                let people = count == 1 ? "1 person" : "\(Language.english.formatted(count)) people"
                return hasMore ? "The first \(people)" : "\(people) found"
            },
            noneFound: { "No results for “\($0)”" },
            noneFoundAdvice: "Check the spelling, or type fewer letters.",
            showMore: "Show more", narrow: "There are more results. Type more of the name to narrow them down."),
        person: Person(
            withoutName: "No name", jobTitle: "Job title", department: "Department", office: "Office",
            businessPhone: "Phone", mobilePhone: "Mobile", mail: "Email", userName: "User name", manager: "Manager",
            reports: "Direct reports",
            directReports: { $0 == 1 ? "1 direct report" : "\(Language.english.formatted($0)) direct reports" },
            copy: "Copy", copyValue: { "Copy \($0)" }, copied: "Copied", backToSearch: "Back to search",
            partMissing: "Part of this page could not be loaded. Try again later."),
        tasks: Tasks(
            title: "Tasks", signIn: "Sign in to see your tasks",
            signInText: "Everyone has their own list. Customers can also sign up on the next page.",
            asCustomer: "Sign in as a customer", asEmployee: "Sign in with a work account",
            of: { "Tasks of \($0)" }, new: "New task", add: "Add", all: "All", open: "To do", done: "Done",
            filter: "Filter",
            toDo: { count in
                switch count {
                case 0: "Nothing to do"
                case 1: "1 task to do"
                default: "\(Language.english.formatted(count)) tasks to do"
                }
            },
            markDone: { "Mark “\($0)” as done" }, markOpen: { "Mark “\($0)” as not done" },
            edit: "Edit", editTask: { "Edit “\($0)”" }, text: "Text of the task", save: "Save", remove: "Remove",
            removeTask: { "Remove “\($0)”" }, removed: { "“\($0)” was removed." }, undo: "Undo",
            added: { "Added \($0)" }, noneYet: "No tasks yet", noneYetText: "Add your first task above.",
            noneOpen: "All tasks are done.", noneDone: "No tasks are done yet.",
            textMissing: "Enter a task.", gone: "This task has been removed.",
            accountChanged: "You have switched accounts. Check the account, then send again."),
        accounts: Accounts(
            title: "Accounts", work: "Work accounts", workText: "For people search, and for employees’ tasks.",
            customer: "Customer accounts", customerText: "For customers’ tasks. Customers can sign up themselves.",
            nobody: "No one is signed in.", add: "Add an account", use: "Use",
            useAccount: { "Use the account of \($0)" }, signedInSince: { "Signed in since \($0)" },
            needsSignIn: "Must sign in again", permissions: "This app can",
            permission: { permission in
                switch permission {
                case .openID: "know who you are"
                case .profile: "see your name"
                case .email: "see your email address"
                case .offlineAccess: "stay signed in"
                case .userRead: "read your profile"
                case .userReadBasicAll: "read names and email addresses in your organization"
                case .userReadAll: "read all profiles in your organization"
                case .tasksReadWrite: "read and change your task list"
                }
            },
            signOutHere: "Sign out here", signOutAtProvider: "Sign out here and at the provider",
            signingOut: "Signing out…", stillSignedIn: "You may still be signed in at the provider",
            endSession: "End that session",
            editProfile: "Edit profile", sessions: "Your sessions", events: "Recent activity",
            event: { event, name in
                switch event {
                case .signedIn: "\(name) signed in"
                case .signedInAgain: "\(name) signed in again"
                case .refreshed: "Access for \(name) was refreshed"
                case .needsSignIn: "\(name) must sign in again"
                case .signedOut: "\(name) signed out"
                }
            }),
        settings: Settings(
            title: "Settings",
            provider: "Provider",
            clientID: "Client ID",
            redirectURI: "Redirect URI",
            directory: "Directory",
            taskList: "Task API",
            unknownKeys: { "Unknown keys, perhaps misspelled: \($0)" },
            importFile: "Import a settings file",
            removeImports: "Use this app’s settings",
            unusable: "These settings cannot be used",
            localTenant: "A tenant on your Mac",
            onSimulator: "In a simulator: run script/demo on the Mac. The app reaches it at localhost, without "
                + "a certificate.",
            onDevice: "On a device: run tessera tenant --tls with the name of the Mac, install its certificate"
                + " authority with a profile, and turn on full trust for it in Settings > General > About > "
                + "Certificate Trust Settings. Then import a settings file with these addresses."),
        notices: Notices(
            confirmSignIn: .init("Sign in", "Another site sent you here. Sign in only if you want to use this app."),
            sendAgainAfterSignIn: .init(
                "Send your form again",
                "Your session had ended when you sent it. You are signed in again, and your input is still here."),
            sendAgainFromOldPage: .init(
                "Send your form again", "The page had expired when you sent it. Your input is still here."),
            confirmSignOut: .init(
                "Sign out", "This ends your session here. You can also end your session at the provider."),
            signedOutHere: .init(
                "You are signed out",
                "The session here has ended. You may still be signed in at the provider in this browser."),
            signedOutAtProvider: .init(
                "You are signed out", "The sessions here and at the provider have ended."),
            cancelled: .init(
                "You canceled the sign-in", "Nothing was changed. You can go back, or sign in again."),
            failed: .init("The sign-in failed", ""),
            providerUnavailable: .init(
                "The sign-in server does not respond",
                "The sign-in server cannot be reached. Try again in a moment."),
            storageUnavailable: .init(
                "The app is temporarily unavailable",
                "It cannot reach its session store. You stay signed in. Try again in a moment."),
            storageUnavailableForForm: .init(
                "The app is temporarily unavailable",
                "It cannot reach its session store. You stay signed in, and your input is still here. "
                    + "Send it again in a moment."),
            formNotKept: .init(
                "The app is temporarily unavailable",
                "It cannot reach its session store. You stay signed in. Your input is not on this page, but your "
                    + "browser still has it. Reload this page in a moment, and let the browser send it again."
            ),
            sessionMissing: .init(
                "The sign-in started elsewhere",
                "This browser has no cookie for the sign-in. It started in another browser or a private window, took "
                    + "too long, or cookies are blocked. Allow cookies for this site, then sign in again here."),
            answerUnexpected: .init(
                "This sign-in has ended",
                "It took too long, or its response was received twice. Sign in again."),
            answerPosted: .init(
                "The provider posted its response",
                "Browsers send no cookie with a form from another site, so the response matches no sign-in. "
                    + "The provider must send it in the URL: response_mode=query."),
            addressElsewhere: .init(
                "This link leads elsewhere",
                "The address to return to after the sign-in is not in this app, so the sign-in did not start."),
            formFromElsewhere: .init(
                "This form was not accepted",
                "Nothing was changed. The form came from another site, or from an expired page. Open the page again, "
                    + "and send the form from there."),
            sessions: .init("Your sessions", "The browsers where you are signed in."),
            back: "Go back", sendAgain: "Send again", signOutHere: "Sign out here",
            signOutAtProvider: { "Sign out \($0) here and at the provider" },
            endThisSession: "End this session", endSession: "End", endOtherSessions: "End all others",
            sessionSince: { when, browser in "\(browser), since \(when)" }, thisBrowser: "This browser",
            unknownBrowser: "A browser"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch: .init("These settings have no people search.", "Use settings that contain graphAPI.")
            case .noTaskList: .init("These settings have no task list.", "Use settings that contain taskAPI.")
            case .noUserFlow(let key):
                .init("The settings contain no user flow for this change.", "Add the key \(key) to the settings.")
            case .cancelled: .init("It was canceled.", "Nothing was changed.")
            case .unexpected: .init("An unexpected error occurred.", "Try again.")
            case .timedOut: .init("There was no response in time.", "Check the connection and try again.")
            case .unreachable: .init("The service cannot be reached.", "Check the connection and try again.")
            case .accountsUnreadable(let advice): .init("The accounts on this device cannot be read or saved.", advice)
            case .signedOut: "No one is signed in."
            case .providerWithoutKeys: "The provider publishes no keys to verify its response."
            case .settingsUnfit(let message): "The settings do not match the provider: \(message)."
            case .clocksDiffer: "The clocks of the provider and this device differ."
            case .answerRefused(let message): "The response was rejected: \(message)."
            case .networkAnswered: "Another system on the network responded instead of the provider."
            case .passwordForgotten: "The password was forgotten."
            case .signInCancelled: "The sign-in was canceled."
            case .told(let sentence), .unreadable(let sentence): .init(sentence)
            case .taskRefused(let sentence): .init(sentence, "Change the task, and try again.")
            case .personalAccount:
                .init("A personal account has no directory to search for people.", "Sign in with a work account.")
            case .signInNotAccepted(.directory): "The directory does not accept this sign-in."
            case .signInNotAccepted(.taskList): "The task list does not accept this sign-in."
            case .notPermitted(.directory, let message):
                "The directory does not allow this account to do that: \(message)"
            case .notPermitted(.taskList, let message):
                "The task list does not allow this account to do that: \(message)"
            case .permissionMissing(let permission):
                .init(
                    "To do that, this app needs the permission \(permission).",
                    "Sign in and grant it, or ask an administrator to.")
            case .personMissing: .init("There is no person with that name.", "Search for the person by name.")
            case .busy(.directory): "The directory is busy."
            case .busy(.taskList): "The task list is busy."
            case .directoryError(let message): .init("The directory rejected the request: \(message)", "Try again.")
            case .taskMissing: .init("This task no longer exists.", "Reload the list.")
            }
        },
        advice: { action, correlationID in
            switch action {
            case .retry(after: nil): "Try again in a moment."
            case .retry(after: let delay?):
                "Try again in \(delay.wholeSeconds == 1 ? "1 second" : "\(delay.wholeSeconds) seconds")."
            case .checkConnection: "Check the connection. This network may require you to sign in to it first."
            case .signInAgain, .answerClaimsChallenge: "Sign in again."
            case .chooseAccount: "Sign in with another account."
            case .consent: "Sign in and grant the permissions, or ask an administrator to."
            case .secondFactor: "Sign in again, and confirm your identity."
            case .registerDevice: "Enroll this device with your organization, or use an enrolled device."
            case .resetPassword: "Choose a new password, then sign in with it."
            case .signUp: "Sign up first, then sign in."
            case .askAdministrator:
                correlationID.map { "Ask an administrator of the directory, and give the correlation id \($0)." }
                    ?? "Ask an administrator of the directory."
            case .correctRegistration: "Correct the settings: addresses, client id, redirect URI, and scopes."
            case .setClock: "Set this device's clock and try again."
            case .repairStorage, .none: "Start again from the beginning."
            case .acceptCancellation: "You can start again at any time."
            }
        })
}
