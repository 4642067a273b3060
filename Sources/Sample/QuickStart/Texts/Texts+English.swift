// SPDX-License-Identifier: Apache-2.0
extension Texts {
    /// The texts in English.
    package static let english = Texts(
        language: .english,
        common: Common(
            skipToContent: "Skip to the content",
            people: "People", tasks: "Tasks", accounts: "Accounts",
            signIn: "Sign in", signInWithAnotherAccount: "Sign in with another account",
            changeAccount: "Use another account", signOut: "Sign out",
            signedInAs: { "Signed in as \($0)" },
            retry: "Try again", agree: "Agree and continue", setNewPassword: "Set a new password", cancel: "Cancel",
            language: "Language", choose: "Choose", behindThis: "What is behind this",
            pageMissing: "This page does not exist",
            pageMissingAdvice: "The address may be mistyped, or the page is gone.",
            loading: "Loading…", refresh: "Refresh",
            toStart: "Go to the first page",
            offline: "No answer. Check the connection, and try again."),
        start: Start(
            title: "Find colleagues. Keep your tasks.",
            purpose: "Sign in to search the people of your organization, and to keep a task list of your own.",
            people: "People of your organization",
            peopleText: "Phone, mail, office and manager of each colleague.",
            tasks: "Your tasks", tasksText: "A list that only you can see.",
            demo: "This is a demonstration: its people are invented, and everything stays on this machine."),
        people: People(
            title: "People", searchLabel: "Search people",
            searchHint: "First name, last name, mail or user name. Results appear while you type.",
            search: "Search", searching: "Searching…",
            signIn: "Sign in to search",
            signInText: "The directory answers people of the organization only. Sign in with your work account.",
            found: { count, hasMore in
                let people = count == 1 ? "1 person" : "\(Language.english.formatted(count)) people"
                return hasMore ? "The first \(people)" : "\(people) found"
            },
            noneFound: { "Nobody was found for “\($0)”" },
            noneFoundAdvice: "Check the spelling, or type fewer letters.",
            showMore: "Show more", narrow: "There are more people. Type more of the name to find them."),
        person: Person(
            withoutName: "Without a name", jobTitle: "Job title", department: "Department", office: "Office",
            businessPhone: "Phone", mobilePhone: "Mobile", mail: "Mail", userName: "User name", manager: "Manager",
            reports: "Direct reports",
            directReports: { $0 == 1 ? "1 direct report" : "\(Language.english.formatted($0)) direct reports" },
            copy: "Copy", copyValue: { "Copy \($0)" }, copied: "Copied", backToSearch: "Back to the search",
            partMissing: "A part of this page could not be loaded. Open it again later."),
        tasks: Tasks(
            title: "Tasks", signIn: "Sign in to see your tasks",
            signInText: "Each person has a list of their own. Customers can also sign up on the next page.",
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
            added: { "Added \($0)" }, noneYet: "No tasks yet", noneYetText: "Write the first one above.",
            noneOpen: "Everything is done.", noneDone: "Nothing is done yet.",
            textMissing: "Write what is to be done.", gone: "This task was removed meanwhile.",
            accountChanged: "Another account is in use now. Check it, and send again."),
        accounts: Accounts(
            title: "Accounts", work: "Work accounts", workText: "For people search, and for tasks of employees.",
            customer: "Customer accounts", customerText: "For tasks of customers, who sign up themselves.",
            nobody: "Nobody is signed in.", add: "Add an account", use: "Use",
            useAccount: { "Use the account of \($0)" }, signedInSince: { "Signed in since \($0)" },
            needsSignIn: "Must sign in again", permissions: "This app may",
            permission: { permission in
                switch permission {
                case .openID: "know who you are"
                case .profile: "see your name"
                case .email: "see your mail address"
                case .offlineAccess: "stay signed in"
                case .userRead: "read your profile"
                case .userReadBasicAll: "read names and mail addresses of your organization"
                case .userReadAll: "read all profiles of your organization"
                case .tasksReadWrite: "read and change your task list"
                }
            },
            signOutHere: "Sign out here", signOutAtProvider: "Sign out here and at the provider",
            signingOut: "Signing out…", stillSignedIn: "You may still be signed in at the provider",
            endSession: "End that session",
            editProfile: "Edit profile", sessions: "Your sessions", events: "What happened",
            event: { event, name in
                switch event {
                case .signedIn: "\(name) signed in"
                case .signedInAgain: "\(name) signed in again"
                case .refreshed: "The access of \(name) was renewed"
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
            unknownKeys: { "These keys are not known, perhaps misspelled: \($0)" },
            importFile: "Import a settings file",
            removeImports: "Use the settings of this app",
            unusable: "These settings cannot be used",
            localTenant: "A tenant on your Mac",
            onSimulator: "In a simulator: run script/demo on the Mac. The app reaches it at localhost, without "
                + "a certificate.",
            onDevice: "On a device: run tessera tenant --tls with the name of the Mac, install its authority"
                + " from a profile, and turn on full trust for it under Settings, General, About, "
                + "Certificate Trust Settings. Then import a settings file with these addresses."),
        notices: Notices(
            confirmSignIn: .init("Sign in", "Another site led you here. Sign in only if you want to use this app."),
            sendAgainAfterSignIn: .init(
                "Send your form again",
                "Your session had ended when you sent it. You are signed in again, and what you typed is still here."),
            sendAgainFromOldPage: .init(
                "Send your form again", "The page was too old when you sent it. What you typed is still here."),
            confirmSignOut: .init("Sign out", "This ends your session here. You can end the one at the provider, too."),
            signedOutHere: .init(
                "You are signed out",
                "The session here has ended. The provider may still know you in this browser."),
            signedOutAtProvider: .init(
                "You are signed out", "The session here has ended, and the one at the provider, too."),
            cancelled: .init(
                "You cancelled the sign-in", "Nothing was changed. You can go back, or sign in again."),
            failed: .init("The sign-in did not succeed", ""),
            providerUnavailable: .init(
                "The sign-in does not answer",
                "The server at which you sign in cannot be reached now. Try again in a moment."),
            storageUnavailable: .init(
                "The app cannot answer now",
                "It cannot reach the place where it keeps who is signed in. You stay signed in; try again in a moment."),
            storageUnavailableForForm: .init(
                "The app cannot answer now",
                "It cannot reach the place where it keeps who is signed in. You stay signed in, and what you typed is still here: "
                    + "send it again in a moment."),
            formNotKept: .init(
                "The app cannot answer now",
                "It cannot reach the place where it keeps who is signed in. You stay signed in. What you typed is not on "
                    + "this page, but your browser still has it. Reload this page in a moment, and let the browser send it again."
            ),
            sessionMissing: .init(
                "The sign-in began elsewhere",
                "This browser has no cookie of the sign-in: it began in another browser or a private window, took too "
                    + "long, or cookies are off. Allow cookies for this site, and sign in again here."),
            answerUnexpected: .init(
                "This sign-in is over",
                "It took too long, or its answer came a second time. Sign in again."),
            answerPosted: .init(
                "The provider posted its answer",
                "The browser sends no cookie with a form of another site, so the answer belongs to no sign-in. "
                    + "The provider must send it in the address: response_mode=query."),
            addressElsewhere: .init(
                "This link leads elsewhere",
                "The address to come back to after the sign-in is not of this app, so the sign-in did not begin."),
            formFromElsewhere: .init(
                "This form was not accepted",
                "Nothing was changed: the form came from another site, or from a page that was too old. Open the page "
                    + "again, and send the form from there."),
            sessions: .init("Your sessions", "The browsers in which you are signed in here."),
            back: "Go back", sendAgain: "Send again", signOutHere: "Sign out here",
            signOutAtProvider: { "Sign out \($0) here and at the provider" },
            endThisSession: "End this session", endSession: "End", endOtherSessions: "End all others",
            sessionSince: { when, browser in "\(browser), since \(when)" }, thisBrowser: "This browser",
            unknownBrowser: "A browser"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch: "These settings have no people search."
            case .noTaskList: "These settings have no task list."
            case .noUserFlow: "The settings name no pages for this change."
            case .cancelled: "It was cancelled."
            case .unexpected: "An unexpected error occurred."
            case .timedOut: "No answer came in time."
            case .unreachable: "The service cannot be reached."
            case .accountsUnreadable: "The accounts on this device cannot be read or kept."
            case .signedOut: "Nobody is signed in."
            case .providerWithoutKeys: "The provider gives no keys to check its answer with."
            case .settingsUnfit(let message): "The settings do not fit the provider: \(message)."
            case .clocksDiffer: "The provider's time and the time of this device differ."
            case .answerRefused(let message): "The answer was refused: \(message)."
            case .networkAnswered: "Something between this device and the provider answered in its place."
            case .passwordForgotten: "The password was forgotten."
            case .signInCancelled: "The sign-in was cancelled."
            case .told(let sentence): sentence
            case .personalAccount: "A personal account has no directory in which people could be found."
            case .signInNotAccepted(.directory): "The directory does not accept this sign-in."
            case .signInNotAccepted(.taskList): "The task list does not accept this sign-in."
            case .notPermitted(.directory, let message): "This account may not do that at the directory: \(message)"
            case .notPermitted(.taskList, let message): "This account may not do that at the task list: \(message)"
            case .permissionMissing(let permission): "To do that, this app needs the permission \(permission)."
            case .personMissing: "There is nobody of that name."
            case .busy(.directory): "The directory is busy."
            case .busy(.taskList): "The task list is busy."
            case .directoryError(let message): "The directory refused the request: \(message)"
            case .taskMissing: "This task is not there any more."
            }
        },
        advice: { advice in
            switch advice {
            case .useSettings(let key): "Use the settings that name \(key)."
            case .addKey(let key): "Add the key \(key) to the settings."
            case .nothingChanged: "Nothing was changed."
            case .retry: "Try again."
            case .retrySoon: "Try again in a moment."
            case .retryAfter(let seconds): "Try again in \(seconds == 1 ? "1 second" : "\(seconds) seconds")."
            case .checkConnection: "Check the connection, and try again."
            case .signInAtNetwork: "Check the connection: this network may want you to sign in to it first."
            case .setClock: "Set this device's clock, and try again."
            case .told(let sentence): sentence
            case .signInAgain: "Sign in again."
            case .useOtherAccount: "Sign in with another account."
            case .useWorkAccount: "Sign in with a work account."
            case .agree: "Sign in and agree to what is asked, or ask an administrator to."
            case .agreeToPermission: "Sign in and agree to it, or ask an administrator to."
            case .proveIdentity: "Sign in again, and prove that it is you."
            case .enrolDevice: "Enrol this device with your organization, or use one that is enrolled."
            case .chooseNewPassword: "Choose a new one, then sign in with it."
            case .signUp: "Sign up first, then sign in."
            case .startWhenever: "Start again whenever you like."
            case .startOver: "Start again from the beginning."
            case .askAdministrator(nil): "Ask an administrator of the directory."
            case .askAdministrator(let id?):
                "Ask an administrator of the directory, and name the correlation id \(id)."
            case .correctSettings: "Correct the settings: addresses, client id, redirect URI and scopes."
            case .searchByName: "Look for the person by name."
            case .loadAgain: "Load the list again."
            case .changeTask: "Change the task, and try again."
            }
        })
}
