// SPDX-License-Identifier: Apache-2.0
import SignIn

extension Texts {
    /// The texts in Italian.
    public static let italian = Texts(
        language: .italian,
        common: Common(
            skipToContent: "Vai al contenuto",
            people: "Persone", tasks: "Attività", accounts: "Account",
            signIn: "Accedi", signInWithAnotherAccount: "Accedi con un altro account",
            changeAccount: "Cambia account", signOut: "Disconnetti",
            signedInAs: { "Accesso effettuato come \($0)" },
            retry: "Riprova", agree: "Accetta e continua", setNewPassword: "Imposta una nuova password",
            cancel: "Annulla",
            language: "Lingua", choose: "Cambia", behindThis: "Dietro le quinte",
            pageMissing: "Questa pagina non esiste",
            pageMissingAdvice: "Forse c’è un errore nell’indirizzo o la pagina non c’è più.",
            loading: "Caricamento…", refresh: "Aggiorna",
            toStart: "Vai alla pagina iniziale",
            offline: "Nessuna risposta. Controlla la connessione e riprova."),
        start: Start(
            title: "Trova i colleghi. Organizza le tue attività.",
            purpose: "Accedi per cercare le persone della tua organizzazione e tenere un elenco di attività tutto tuo.",
            people: "Persone della tua organizzazione",
            peopleText: "Telefono, email, ufficio e responsabile di ogni collega.",
            tasks: "Le tue attività", tasksText: "Un elenco che vedi solo tu.",
            demo: "Questa è una demo: le persone sono inventate e tutto resta su questo dispositivo."),
        people: People(
            title: "Persone", searchLabel: "Cerca persone",
            searchHint: "Nome, cognome, email o nome utente. I risultati compaiono mentre scrivi.",
            search: "Cerca", searching: "Ricerca in corso…",
            signIn: "Accedi per cercare",
            signInText:
                "La directory è riservata a chi fa parte dell’organizzazione. Accedi con il tuo account aziendale.",
            found: { count, hasMore in
                let number = Language.italian.formatted(count)
                return switch (count, hasMore) {
                case (0, _): "Nessuna persona trovata"
                case (1, false): "1 persona trovata"
                case (1, true): "La prima persona"
                case (_, false): "\(number) persone trovate"
                case (_, true): "Le prime \(number) persone"
                }
            },
            noneFound: { "Nessun risultato per “\($0)”" },
            noneFoundAdvice: "Controlla come hai scritto il nome o prova con meno lettere.",
            showMore: "Mostra altre persone",
            narrow: "Ci sono altre persone. Per trovarle, continua a scrivere il nome."),
        person: Person(
            withoutName: "Senza nome", jobTitle: "Ruolo", department: "Reparto", office: "Ufficio",
            businessPhone: "Telefono", mobilePhone: "Cellulare", mail: "Email", userName: "Nome utente",
            manager: "Responsabile",
            reports: "Collaboratori diretti",
            directReports: {
                switch $0 {
                case 0: "Non è responsabile di altre persone"
                case 1: "Responsabile di 1 persona"
                default: "Responsabile di \(Language.italian.formatted($0)) persone"
                }
            },
            copy: "Copia", copyValue: { "Copia \($0)" }, copied: "Copiato", backToSearch: "Torna alla ricerca",
            partMissing: "Non è stato possibile caricare una parte di questa pagina. Riaprila più tardi."),
        tasks: Tasks(
            title: "Attività", signIn: "Accedi per vedere le tue attività",
            signInText: "Ognuno ha il proprio elenco. Se sei cliente, nella prossima pagina puoi anche registrarti.",
            asCustomer: "Accedi come cliente", asEmployee: "Accedi con un account aziendale",
            of: { "Attività di \($0)" }, new: "Nuova attività", add: "Aggiungi", all: "Tutte", open: "Da fare",
            done: "Completate",
            filter: "Filtro",
            toDo: {
                $0 == 0 ? "Nessuna attività da fare" : "\(Language.italian.formatted($0)) attività da fare"
            },
            markDone: { "Segna “\($0)” come completata" }, markOpen: { "Segna “\($0)” come da fare" },
            edit: "Modifica", editTask: { "Modifica “\($0)”" }, text: "Testo dell’attività", save: "Salva",
            remove: "Elimina",
            removeTask: { "Elimina “\($0)”" }, removed: { "Attività “\($0)” eliminata." }, undo: "Ripristina",
            added: { "Aggiunta \(onDay($0))" }, noneYet: "Ancora nessuna attività",
            noneYetText: "Scrivi la prima qui sopra.",
            noneOpen: "Hai completato tutto.", noneDone: "Non hai ancora completato nulla.",
            textMissing: "Scrivi che cosa c’è da fare.", gone: "Nel frattempo questa attività è stata eliminata.",
            accountChanged: "Ora è in uso un altro account. Controlla e invia di nuovo."),
        accounts: Accounts(
            title: "Account", work: "Account aziendali",
            workText: "Per la ricerca di persone e per le attività dei dipendenti.",
            customer: "Account cliente", customerText: "Per le attività dei clienti, che si registrano autonomamente.",
            nobody: "Nessun account connesso.", add: "Aggiungi un account", use: "Usa",
            useAccount: { "Usa l’account di \($0)" }, signedInSince: { "Accesso effettuato \(onDay($0))" },
            needsSignIn: "Devi accedere di nuovo", permissions: "Questa app può:",
            permission: { permission in
                switch permission {
                case .openID: "sapere chi sei"
                case .profile: "vedere il tuo nome"
                case .email: "vedere il tuo indirizzo email"
                case .offlineAccess: "mantenere attivo il tuo accesso"
                case .userRead: "leggere il tuo profilo"
                case .userReadBasicAll: "leggere nomi e indirizzi email delle persone della tua organizzazione"
                case .userReadAll: "leggere tutti i profili della tua organizzazione"
                case .tasksReadWrite: "leggere e modificare il tuo elenco di attività"
                }
            },
            signOutHere: "Disconnetti solo qui",
            signOutAtProvider: "Disconnetti anche dal provider",
            signingOut: "Disconnessione…", stillSignedIn: "Potresti avere ancora una sessione presso il provider",
            endSession: "Termina quella sessione",
            editProfile: "Modifica il profilo", sessions: "Le tue sessioni", events: "Cronologia",
            event: { event, name in
                switch event {
                case .signedIn: "\(name) ha effettuato l’accesso"
                case .signedInAgain: "\(name) ha effettuato di nuovo l’accesso"
                case .refreshed: "L’accesso di \(name) è stato rinnovato"
                case .needsSignIn: "\(name) deve accedere di nuovo"
                case .signedOut: "\(name) ha effettuato la disconnessione"
                }
            }),
        settings: Settings(
            title: "Impostazioni",
            provider: "Provider",
            clientID: "ID del client",
            redirectURI: "URI di reindirizzamento",
            directory: "Directory",
            taskList: "API delle attività",
            unknownKeys: { "Chiavi sconosciute, forse scritte male: \($0)" },
            importFile: "Importa un file di impostazioni",
            removeImports: "Usa le impostazioni dell’app",
            unusable: "Queste impostazioni non sono utilizzabili",
            localTenant: "Un tenant sul tuo Mac",
            onSimulator: "In un simulatore: esegui script/demo sul Mac. L’app lo trova su localhost, senza "
                + "certificato.",
            onDevice: "Su un dispositivo: esegui tessera tenant --tls con il nome del Mac, installa la sua "
                + "autorità con un profilo e attivane l’attendibilità totale in Impostazioni, Generali, "
                + "Info, Impostazioni attendibilità certificati. Poi importa un file di impostazioni con"
                + " questi indirizzi."),
        notices: Notices(
            confirmSignIn: .init(
                "Vuoi accedere?", "Arrivi da un altro sito. Accedi solo se vuoi usare questa app."),
            sendAgainAfterSignIn: .init(
                "Invia di nuovo il modulo",
                "Quando l’hai inviato, la tua sessione era già terminata. Ora l’accesso è di nuovo attivo e quello che "
                    + "hai scritto è ancora qui."),
            sendAgainFromOldPage: .init(
                "Invia di nuovo il modulo",
                "Quando l’hai inviato, la pagina era aperta da troppo tempo. Quello che hai scritto è ancora qui."),
            confirmSignOut: .init(
                "Vuoi disconnetterti?",
                "La sessione in questa app terminerà. Se vuoi, puoi terminare anche quella del provider."),
            signedOutHere: .init(
                "Disconnessione effettuata",
                "La sessione in questa app è terminata. Il provider potrebbe ancora riconoscerti in questo browser."),
            signedOutAtProvider: .init(
                "Disconnessione effettuata", "La sessione in questa app è terminata, e anche quella del provider."),
            cancelled: .init(
                "Hai annullato l’accesso", "Non è cambiato nulla. Puoi tornare indietro o accedere di nuovo."),
            failed: .init("Accesso non riuscito", ""),
            providerUnavailable: .init(
                "Il servizio di accesso non risponde",
                "In questo momento il server con cui accedi non è raggiungibile. Riprova tra poco."),
            storageUnavailable: .init(
                "L’app non può rispondere ora",
                "L’archivio degli accessi non è raggiungibile. Il tuo accesso resta valido: riprova tra poco."),
            storageUnavailableForForm: .init(
                "L’app non può rispondere ora",
                "L’archivio degli accessi non è raggiungibile. Il tuo accesso resta valido e ciò che hai scritto è ancora qui: "
                    + "invialo di nuovo tra poco."),
            formNotKept: .init(
                "L’app non può rispondere ora",
                "L’archivio degli accessi non è raggiungibile. Il tuo accesso resta valido. Ciò che hai scritto non è in questa "
                    + "pagina, ma il browser lo conserva ancora. Ricarica questa pagina tra poco e conferma il nuovo invio."
            ),
            sessionMissing: .init(
                "L’accesso è iniziato altrove",
                "In questo browser manca il cookie dell’accesso: forse hai iniziato in un altro browser o in una "
                    + "finestra privata, è passato troppo tempo o i cookie sono disattivati. Consenti i cookie per "
                    + "questo sito e accedi di nuovo da qui."),
            answerUnexpected: .init(
                "Questo accesso non è più valido",
                "È passato troppo tempo o la risposta è arrivata una seconda volta. Accedi di nuovo."),
            answerPosted: .init(
                "Il provider ha inviato la risposta con un modulo",
                "Il browser non invia cookie con il modulo di un altro sito, quindi la risposta non si può associare a "
                    + "nessun accesso. Il provider deve inviarla nell’indirizzo: response_mode=query."),
            addressElsewhere: .init(
                "Questo link porta altrove",
                "L’indirizzo a cui tornare dopo l’accesso non è di questa app, quindi l’accesso non è iniziato."),
            formFromElsewhere: .init(
                "Il modulo non è stato accettato",
                "Non è cambiato nulla: il modulo arrivava da un altro sito o da una pagina aperta da troppo tempo. "
                    + "Riapri la pagina e invia il modulo da lì."),
            sessions: .init("Le tue sessioni", "I browser in cui hai effettuato l’accesso a questa app."),
            back: "Torna indietro", sendAgain: "Invia di nuovo", signOutHere: "Disconnetti solo qui",
            signOutAtProvider: { "Disconnetti \($0) anche dal provider" },
            endThisSession: "Termina questa sessione", endSession: "Termina",
            endOtherSessions: "Termina tutte le altre",
            sessionSince: { when, browser in "\(browser), accesso effettuato \(onDay(when))" },
            thisBrowser: "Questo browser",
            unknownBrowser: "Browser sconosciuto"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch:
                .init(
                    "Queste impostazioni non prevedono la ricerca di persone.",
                    "Usa impostazioni che contengano graphAPI.")
            case .noTaskList:
                .init(
                    "Queste impostazioni non prevedono un elenco di attività.",
                    "Usa impostazioni che contengano taskAPI.")
            case .noUserFlow(let key):
                .init(
                    "Le impostazioni non indicano nessuna pagina per questa modifica.",
                    "Aggiungi la chiave \(key) alle impostazioni.")
            case .cancelled: .init("L’operazione è stata annullata.", "Non è cambiato nulla.")
            case .unexpected: .init("Si è verificato un errore imprevisto.", "Riprova.")
            case .timedOut: .init("La risposta non è arrivata in tempo.", "Controlla la connessione e riprova.")
            case .unreachable: .init("Il servizio non è raggiungibile.", "Controlla la connessione e riprova.")
            case .accountsUnreadable(let advice):
                .init("Non è possibile leggere o salvare gli account su questo dispositivo.", advice)
            case .signedOut: "Nessun account connesso."
            case .providerWithoutKeys: "Il provider non fornisce le chiavi per verificare la sua risposta."
            case .settingsUnfit(let message): "Le impostazioni non sono adatte al provider: \(message)."
            case .clocksDiffer: "L’ora del provider e quella di questo dispositivo non coincidono."
            case .answerRefused(let message): "La risposta è stata rifiutata: \(message)."
            case .networkAnswered: "Un altro sistema della rete ha risposto al posto del provider."
            case .passwordForgotten: "Hai dimenticato la password."
            case .signInCancelled: "L’accesso è stato annullato."
            case .told(let sentence), .unreadable(let sentence): .init(sentence)
            case .taskRefused(let sentence): .init(sentence, "Modifica l’attività e riprova.")
            case .personalAccount:
                .init(
                    "Un account personale non ha una directory in cui cercare persone.",
                    "Accedi con un account aziendale.")
            case .signInNotAccepted(.directory): "La directory non accetta questo accesso."
            case .signInNotAccepted(.taskList): "Il servizio delle attività non accetta questo accesso."
            case .notPermitted(.directory, let message):
                "Questo account non è autorizzato a farlo nella directory: \(message)"
            case .notPermitted(.taskList, let message):
                "Questo account non è autorizzato a farlo nel servizio delle attività: \(message)"
            case .permissionMissing(let permission):
                .init(
                    "Per farlo, a questa app serve l’autorizzazione \(permission).",
                    "Accedi e accetta questa autorizzazione, oppure chiedi a un amministratore di farlo.")
            case .personMissing: .init("Non c’è nessuno con questo nome.", "Cerca la persona per nome.")
            case .busy(.directory): "La directory è sovraccarica."
            case .busy(.taskList): "Il servizio delle attività è sovraccarico."
            case .directoryError(let message): .init("La directory ha rifiutato la richiesta: \(message)", "Riprova.")
            case .taskMissing: .init("Questa attività non c’è più.", "Ricarica l’elenco.")
            }
        },
        advice: { action, correlationID in
            switch action {
            case .retry(after: nil): "Riprova tra poco."
            case .retry(after: let delay?):
                "Riprova tra \(Language.italian.formatted(delay.wholeSeconds)) \(delay.wholeSeconds == 1 ? "secondo" : "secondi")."
            case .checkConnection: "Controlla la connessione: forse questa rete richiede prima un accesso."
            case .signInAgain, .answerClaimsChallenge: "Accedi di nuovo."
            case .chooseAccount: "Accedi con un altro account."
            case .consent: "Accedi e accetta quanto richiesto, oppure chiedi a un amministratore di farlo."
            case .secondFactor: "Accedi di nuovo e conferma la tua identità."
            case .registerDevice: "Registra questo dispositivo nella tua organizzazione o usane uno già registrato."
            case .resetPassword: "Scegline una nuova, poi usala per accedere."
            case .signUp: "Prima registrati, poi accedi."
            case .askAdministrator:
                correlationID.map {
                    "Rivolgiti a un amministratore della directory e indica l’ID di correlazione \($0)."
                }
                    ?? "Rivolgiti a un amministratore della directory."
            case .correctRegistration:
                "Correggi le impostazioni: indirizzi, ID client, URI di reindirizzamento e scope."
            case .setClock: "Regola l’orologio di questo dispositivo e riprova."
            case .repairStorage, .none: "Ricomincia dall’inizio."
            case .acceptCancellation: "Puoi ricominciare quando vuoi."
            }
        })

    /// The article before a date, which loses its vowel before 8 (“otto”) and 11 (“undici”).
    private static func onDay(_ when: String) -> String {
        ["8", "11"].contains(when.prefix { $0.isNumber }) ? "l’\(when)" : "il \(when)"
    }
}
