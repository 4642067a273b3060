// SPDX-License-Identifier: Apache-2.0
import SignIn

extension Texts {
    /// The texts in German.
    public static let german = Texts(
        language: .german,
        common: Common(
            skipToContent: "Zum Inhalt springen",
            people: "Personen", tasks: "Aufgaben", accounts: "Konten",
            signIn: "Anmelden", signInWithAnotherAccount: "Mit anderem Konto anmelden",
            changeAccount: "Konto wechseln", signOut: "Abmelden",
            signedInAs: { "Angemeldet als \($0)" },
            retry: "Erneut versuchen", agree: "Zustimmen und fortfahren", setNewPassword: "Neues Passwort festlegen",
            cancel: "Abbrechen",
            language: "Sprache", choose: "Übernehmen", behindThis: "Was dahintersteckt",
            pageMissing: "Diese Seite gibt es nicht",
            pageMissingAdvice: "Vielleicht enthält die Adresse einen Tippfehler, oder die Seite wurde entfernt.",
            loading: "Wird geladen …", refresh: "Aktualisieren",
            toStart: "Zur Startseite",
            offline: "Keine Antwort. Prüfen Sie die Verbindung und versuchen Sie es erneut."),
        start: Start(
            title: "Personen finden. Aufgaben im Blick behalten.",
            purpose: "Melden Sie sich an, um Personen in Ihrer Organisation zu suchen und eine eigene Aufgabenliste zu "
                + "führen.",
            people: "Personen in Ihrer Organisation",
            peopleText: "Telefon, E-Mail, Büro und Führungskraft jeder Person.",
            tasks: "Ihre Aufgaben", tasksText: "Eine Liste, die nur Sie sehen.",
            demo: "Dies ist eine Demo: Alle Personen sind erfunden, und alle Daten bleiben auf diesem Rechner."),
        people: People(
            title: "Personen", searchLabel: "Personen suchen",
            searchHint: "Vorname, Nachname, E-Mail oder Benutzername. Ergebnisse erscheinen schon bei der Eingabe.",
            search: "Suchen", searching: "Suche läuft …",
            signIn: "Melden Sie sich an, um zu suchen",
            signInText: "Das Verzeichnis steht nur Mitgliedern der Organisation offen. Melden Sie sich mit Ihrem "
                + "Arbeitskonto an.",
            found: { count, hasMore in
                switch (count, hasMore) {
                case (0, _): "Niemand gefunden"
                case (1, true): "Die erste Person"
                case (_, true): "Die ersten \(counted(count, "Person", "Personen"))"
                case (_, false): "\(counted(count, "Person", "Personen")) gefunden"
                }
            },
            noneFound: { "Zu „\($0)“ wurde niemand gefunden" },
            noneFoundAdvice: "Prüfen Sie die Schreibweise oder geben Sie weniger Buchstaben ein.",
            showMore: "Mehr anzeigen",
            narrow: "Es gibt noch mehr Personen. Geben Sie mehr vom Namen ein, um sie zu finden."),
        person: Person(
            withoutName: "Ohne Namen", jobTitle: "Position", department: "Abteilung", office: "Büro",
            businessPhone: "Telefon", mobilePhone: "Mobil", mail: "E-Mail", userName: "Benutzername",
            manager: "Führungskraft",
            reports: "Direkt unterstellte Personen",
            directReports: {
                $0 == 0
                    ? "Keine direkt unterstellten Personen"
                    : counted($0, "direkt unterstellte Person", "direkt unterstellte Personen")
            },
            copy: "Kopieren", copyValue: { "\($0) kopieren" }, copied: "Kopiert", backToSearch: "Zurück zur Suche",
            partMissing: "Ein Teil der Angaben konnte nicht geladen werden. Versuchen Sie es in Kürze erneut."),
        tasks: Tasks(
            title: "Aufgaben", signIn: "Melden Sie sich an, um Ihre Aufgaben zu sehen",
            signInText: "Jede Person hat ihre eigene Liste. Kundinnen und Kunden können sich auf der nächsten Seite "
                + "auch registrieren.",
            asCustomer: "Mit Kundenkonto anmelden", asEmployee: "Mit Arbeitskonto anmelden",
            of: { "Aufgaben von \($0)" }, new: "Neue Aufgabe", add: "Hinzufügen", all: "Alle", open: "Offen",
            done: "Erledigt",
            filter: "Filter",
            toDo: { $0 == 0 ? "Keine offenen Aufgaben" : counted($0, "offene Aufgabe", "offene Aufgaben") },
            markDone: { "„\($0)“ als erledigt markieren" }, markOpen: { "„\($0)“ als offen markieren" },
            edit: "Bearbeiten", editTask: { "„\($0)“ bearbeiten" }, text: "Text der Aufgabe", save: "Speichern",
            remove: "Löschen",
            removeTask: { "„\($0)“ löschen" }, removed: { "„\($0)“ wurde gelöscht." }, undo: "Rückgängig",
            added: { "Hinzugefügt am \($0)" }, noneYet: "Noch keine Aufgaben",
            noneYetText: "Geben Sie oben die erste ein.",
            noneOpen: "Alles erledigt.", noneDone: "Noch nichts erledigt.",
            textMissing: "Geben Sie ein, was zu tun ist.", gone: "Diese Aufgabe wurde inzwischen gelöscht.",
            accountChanged: "Inzwischen wird ein anderes Konto verwendet. Bitte prüfen und erneut senden."),
        accounts: Accounts(
            title: "Konten", work: "Arbeitskonten",
            workText: "Für die Personensuche und die Aufgaben von Beschäftigten.",
            customer: "Kundenkonten",
            customerText: "Für die Aufgaben von Kundinnen und Kunden, die sich selbst registrieren.",
            nobody: "Niemand ist angemeldet.", add: "Konto hinzufügen", use: "Verwenden",
            useAccount: { "Konto „\($0)“ verwenden" }, signedInSince: { "Angemeldet am \($0)" },
            needsSignIn: "Erneute Anmeldung nötig", permissions: "Diese App darf",
            permission: { permission in
                switch permission {
                case .openID: "erfahren, wer Sie sind"
                case .profile: "Ihren Namen sehen"
                case .email: "Ihre E-Mail-Adresse sehen"
                case .offlineAccess: "Sie angemeldet halten"
                case .userRead: "Ihr Profil lesen"
                case .userReadBasicAll: "Namen und E-Mail-Adressen in Ihrer Organisation lesen"
                case .userReadAll: "alle Profile in Ihrer Organisation lesen"
                case .tasksReadWrite: "Ihre Aufgabenliste lesen und ändern"
                }
            },
            signOutHere: "Nur hier abmelden", signOutAtProvider: "Auch beim Anmeldedienst abmelden",
            signingOut: "Wird abgemeldet …", stillSignedIn: "Beim Anbieter sind Sie vielleicht noch angemeldet",
            endSession: "Dort abmelden",
            editProfile: "Profil bearbeiten", sessions: "Ihre Sitzungen", events: "Verlauf",
            event: { event, name in
                switch event {
                case .signedIn: "\(name) hat sich angemeldet"
                case .signedInAgain: "\(name) hat sich erneut angemeldet"
                case .refreshed: "Der Zugriff für \(name) wurde erneuert"
                case .needsSignIn: "\(name) muss sich erneut anmelden"
                case .signedOut: "\(name) hat sich abgemeldet"
                }
            }),
        settings: Settings(
            title: "Einstellungen",
            provider: "Anbieter",
            clientID: "Client-ID",
            redirectURI: "Umleitungsadresse",
            directory: "Verzeichnis",
            taskList: "Aufgaben-API",
            unknownKeys: { "Diese Schlüssel sind unbekannt, vielleicht verschrieben: \($0)" },
            importFile: "Einstellungsdatei importieren",
            removeImports: "Einstellungen dieser App verwenden",
            unusable: "Diese Einstellungen sind unbrauchbar",
            localTenant: "Ein Tenant auf Ihrem Mac",
            onSimulator: "Im Simulator: Starten Sie script/demo auf dem Mac. Die App erreicht ihn unter "
                + "localhost, ohne Zertifikat.",
            onDevice: "Auf einem Gerät: Starten Sie tessera tenant --tls mit dem Namen des Mac, installieren"
                + " Sie seine Zertifizierungsstelle als Profil, und vertrauen Sie ihr unter "
                + "Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen. Importieren Sie "
                + "dann eine Einstellungsdatei mit diesen Adressen."),
        notices: Notices(
            confirmSignIn: .init(
                "Anmelden?",
                "Sie kommen von einer anderen Website. Melden Sie sich nur an, wenn Sie diese App verwenden möchten."),
            sendAgainAfterSignIn: .init(
                "Formular erneut senden",
                "Ihre Sitzung war beim Senden schon beendet. Sie sind wieder angemeldet, und Ihre Eingaben sind noch "
                    + "da."),
            sendAgainFromOldPage: .init(
                "Formular erneut senden", "Die Seite war beim Senden schon veraltet. Ihre Eingaben sind noch da."),
            confirmSignOut: .init(
                "Abmelden?", "Ihre Sitzung hier wird beendet, auf Wunsch auch die beim Anmeldedienst."),
            signedOutHere: .init(
                "Sie sind abgemeldet",
                "Ihre Sitzung hier ist beendet. Beim Anmeldedienst sind Sie in diesem Browser vielleicht noch "
                    + "angemeldet."),
            signedOutAtProvider: .init(
                "Sie sind abgemeldet", "Ihre Sitzung hier und die beim Anmeldedienst sind beendet."),
            cancelled: .init(
                "Anmeldung abgebrochen",
                "Es wurde nichts geändert. Sie können zurückgehen oder sich erneut anmelden."),
            failed: .init("Anmeldung fehlgeschlagen", ""),
            providerUnavailable: .init(
                "Der Anmeldedienst antwortet nicht",
                "Der Server für die Anmeldung ist gerade nicht erreichbar. Versuchen Sie es in Kürze erneut."),
            storageUnavailable: .init(
                "Die App kann gerade nicht antworten",
                "Der Speicher für die Anmeldungen ist nicht erreichbar. Sie bleiben angemeldet. "
                    + "Versuchen Sie es in Kürze erneut."),
            storageUnavailableForForm: .init(
                "Die App kann gerade nicht antworten",
                "Der Speicher für die Anmeldungen ist nicht erreichbar. Sie bleiben angemeldet, und Ihre Eingabe ist noch da: "
                    + "Senden Sie sie in Kürze erneut."),
            formNotKept: .init(
                "Die App kann gerade nicht antworten",
                "Der Speicher für die Anmeldungen ist nicht erreichbar. Sie bleiben angemeldet. Ihre Eingabe steht nicht auf dieser "
                    + "Seite, aber Ihr Browser hat sie noch. Laden Sie diese Seite in Kürze neu, und bestätigen Sie das erneute Senden."
            ),
            sessionMissing: .init(
                "Die Anmeldung hat woanders begonnen",
                "In diesem Browser fehlt das Cookie der Anmeldung. Vielleicht hat sie in einem anderen Browser oder "
                    + "einem privaten Fenster begonnen oder zu lange gedauert, oder Cookies sind ausgeschaltet. "
                    + "Erlauben Sie Cookies für diese Website und melden Sie sich hier erneut an."),
            answerUnexpected: .init(
                "Diese Anmeldung ist nicht mehr gültig",
                "Es hat zu lange gedauert, oder die Antwort kam ein zweites Mal. Melden Sie sich erneut an."),
            answerPosted: .init(
                "Der Anmeldedienst hat die Antwort als Formular gesendet",
                "Bei einem Formular von einer anderen Website sendet der Browser kein Cookie mit. Deshalb lässt sich "
                    + "die Antwort keiner Anmeldung zuordnen. Der Anmeldedienst muss sie in der Adresse senden: "
                    + "response_mode=query."),
            addressElsewhere: .init(
                "Dieser Link führt woandershin",
                "Die Adresse, zu der es nach der Anmeldung zurückgehen soll, gehört nicht zu dieser App. Deshalb "
                    + "wurde die Anmeldung nicht gestartet."),
            formFromElsewhere: .init(
                "Das Formular wurde nicht angenommen",
                "Es wurde nichts geändert: Das Formular kam von einer anderen Website oder von einer veralteten Seite. "
                    + "Öffnen Sie die Seite neu und senden Sie das Formular von dort."),
            sessions: .init("Ihre Sitzungen", "In diesen Browsern sind Sie hier angemeldet."),
            back: "Zurück", sendAgain: "Erneut senden", signOutHere: "Nur hier abmelden",
            signOutAtProvider: { "\($0) auch beim Anmeldedienst abmelden" },
            endThisSession: "Diese Sitzung beenden", endSession: "Beenden", endOtherSessions: "Alle anderen beenden",
            sessionSince: { when, browser in "\(browser), angemeldet am \(when)" }, thisBrowser: "Dieser Browser",
            unknownBrowser: "Unbekannter Browser"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch:
                .init(
                    "In diesen Einstellungen fehlt die Personensuche.",
                    "Verwenden Sie Einstellungen, die den Eintrag graphAPI enthalten.")
            case .noTaskList:
                .init(
                    "In diesen Einstellungen fehlt die Aufgabenliste.",
                    "Verwenden Sie Einstellungen, die den Eintrag taskAPI enthalten.")
            case .noUserFlow(let key):
                .init(
                    "In den Einstellungen fehlen die Seiten für diese Änderung.",
                    "Ergänzen Sie in den Einstellungen den Eintrag \(key).")
            case .cancelled: .init("Der Vorgang wurde abgebrochen.", "Es wurde nichts geändert.")
            case .unexpected: .init("Ein unerwarteter Fehler ist aufgetreten.", "Versuchen Sie es erneut.")
            case .timedOut:
                .init("Die Antwort kam nicht rechtzeitig.", "Prüfen Sie die Verbindung und versuchen Sie es erneut.")
            case .unreachable:
                .init("Der Dienst ist nicht erreichbar.", "Prüfen Sie die Verbindung und versuchen Sie es erneut.")
            case .accountsUnreadable(let advice):
                .init("Die Konten auf diesem Gerät lassen sich nicht lesen oder speichern.", advice)
            case .signedOut: "Sie sind nicht angemeldet."
            case .providerWithoutKeys:
                "Der Anmeldedienst stellt keine Schlüssel bereit, mit denen sich seine Antwort prüfen lässt."
            case .settingsUnfit(let message): "Die Einstellungen passen nicht zum Anmeldedienst: \(message)."
            case .clocksDiffer: "Die Uhrzeit dieses Geräts weicht von der des Anmeldedienstes ab."
            case .answerRefused(let message): "Die Antwort des Anmeldedienstes wurde abgelehnt: \(message)."
            case .networkAnswered: "Nicht der Anmeldedienst hat geantwortet, sondern etwas auf dem Weg dorthin."
            case .passwordForgotten: "Passwort vergessen?"
            case .signInCancelled: "Die Anmeldung wurde abgebrochen."
            case .told(let sentence), .unreadable(let sentence): .init(sentence)
            case .taskRefused(let sentence): .init(sentence, "Ändern Sie die Aufgabe und versuchen Sie es erneut.")
            case .personalAccount:
                .init(
                    "Zu einem privaten Konto gehört kein Verzeichnis, in dem sich Personen suchen lassen.",
                    "Melden Sie sich mit einem Arbeitskonto an.")
            case .signInNotAccepted(.directory): "Das Verzeichnis akzeptiert diese Anmeldung nicht."
            case .signInNotAccepted(.taskList): "Die Aufgabenliste akzeptiert diese Anmeldung nicht."
            case .notPermitted(.directory, let message):
                "Dieses Konto hat im Verzeichnis keine Berechtigung dafür: \(message)"
            case .notPermitted(.taskList, let message):
                "Dieses Konto hat in der Aufgabenliste keine Berechtigung dafür: \(message)"
            case .permissionMissing(let permission):
                .init(
                    "Dafür braucht diese App die Berechtigung \(permission).",
                    "Melden Sie sich an und stimmen Sie dieser Berechtigung zu, oder bitten Sie die Administration "
                        + "darum.")
            case .personMissing:
                .init("Diese Person gibt es im Verzeichnis nicht.", "Suchen Sie nach dem Namen der Person.")
            case .busy(.directory): "Das Verzeichnis ist gerade überlastet."
            case .busy(.taskList): "Die Aufgabenliste ist gerade überlastet."
            case .directoryError(let message):
                .init("Das Verzeichnis hat die Anfrage abgelehnt: \(message)", "Versuchen Sie es erneut.")
            case .taskMissing: .init("Diese Aufgabe gibt es nicht mehr.", "Laden Sie die Liste neu.")
            }
        },
        advice: { action, correlationID in
            switch action {
            case .retry(after: nil): "Versuchen Sie es in Kürze erneut."
            case .retry(after: let delay?):
                "Versuchen Sie es in \(counted(delay.wholeSeconds, "Sekunde", "Sekunden")) erneut."
            case .checkConnection:
                "Prüfen Sie die Verbindung: Vielleicht müssen Sie sich zuerst bei diesem Netzwerk anmelden."
            case .signInAgain, .answerClaimsChallenge: "Melden Sie sich erneut an."
            case .chooseAccount: "Melden Sie sich mit einem anderen Konto an."
            case .consent:
                "Melden Sie sich an und stimmen Sie den angefragten Berechtigungen zu, oder bitten Sie die "
                    + "Administration darum."
            case .secondFactor: "Melden Sie sich erneut an und bestätigen Sie Ihre Identität."
            case .registerDevice:
                "Registrieren Sie dieses Gerät bei Ihrer Organisation oder verwenden Sie ein bereits registriertes."
            case .resetPassword: "Legen Sie ein neues fest und melden Sie sich damit an."
            case .signUp: "Registrieren Sie sich zuerst und melden Sie sich dann an."
            case .askAdministrator:
                correlationID.map {
                    "Wenden Sie sich an die Administration des Verzeichnisses und nennen Sie die "
                        + "Korrelations-ID \($0)."
                }
                    ?? "Wenden Sie sich an die Administration des Verzeichnisses."
            case .correctRegistration:
                "Korrigieren Sie die Einstellungen: Adressen, Client-ID, Redirect-URI und Scopes."
            case .setClock: "Stellen Sie die Uhr dieses Geräts richtig und versuchen Sie es erneut."
            case .repairStorage, .none: "Beginnen Sie noch einmal von vorn."
            case .acceptCancellation: "Ein neuer Versuch ist jederzeit möglich."
            }
        })
}

private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(Language.german.formatted(count)) \(count == 1 ? one : many)"
}
