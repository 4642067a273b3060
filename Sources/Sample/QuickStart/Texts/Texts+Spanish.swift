// SPDX-License-Identifier: Apache-2.0
import SignIn

extension Texts {
    /// The texts in Spanish.
    public static let spanish = Texts(
        language: .spanish,
        common: Common(
            skipToContent: "Ir al contenido",
            people: "Personas", tasks: "Tareas", accounts: "Cuentas",
            signIn: "Iniciar sesión", signInWithAnotherAccount: "Iniciar sesión con otra cuenta",
            changeAccount: "Cambiar de cuenta", signOut: "Cerrar sesión",
            signedInAs: { "Sesión iniciada como \($0)" },
            retry: "Reintentar", agree: "Aceptar y continuar", setNewPassword: "Crear una contraseña nueva",
            cancel: "Cancelar",
            language: "Idioma", choose: "Cambiar", behindThis: "Qué hay detrás",
            pageMissing: "Esta página no existe",
            pageMissingAdvice: "Puede que la dirección tenga un error o que la página se haya eliminado.",
            loading: "Cargando…", refresh: "Actualizar",
            toStart: "Ir al inicio",
            offline: "Sin respuesta. Revisa la conexión e inténtalo de nuevo."),
        start: Start(
            title: "Encuentra a tus colegas. Organiza tus tareas.",
            purpose: "Inicia sesión para buscar a las personas de tu organización y llevar tu propia lista de tareas.",
            people: "Personas de tu organización",
            peopleText: "Teléfono, correo, oficina y responsable de cada colega.",
            tasks: "Tus tareas", tasksText: "Una lista que solo tú puedes ver.",
            demo: "Esto es una demostración: las personas son inventadas y nada sale de este dispositivo."),
        people: People(
            title: "Personas", searchLabel: "Buscar personas",
            searchHint: "Nombre, apellido, correo o nombre de usuario. Los resultados aparecen mientras escribes.",
            search: "Buscar", searching: "Buscando…",
            signIn: "Inicia sesión para buscar",
            signInText: "Solo las personas de la organización pueden consultar el directorio. "
                + "Inicia sesión con tu cuenta de trabajo.",
            found: { count, hasMore in
                switch (count, hasMore) {
                case (0, false): "Sin resultados"
                case (1, true): "Primer resultado"
                case (_, true): "Primeros \(counted(count, "resultado", "resultados"))"
                case (_, false): counted(count, "resultado", "resultados")
                }
            },
            noneFound: { "Sin resultados para «\($0)»" },
            noneFoundAdvice: "Revisa la ortografía o escribe menos letras.",
            showMore: "Mostrar más",
            narrow: "Hay más resultados. Escribe más letras del nombre para acotar la búsqueda."),
        person: Person(
            withoutName: "Sin nombre", jobTitle: "Puesto", department: "Departamento", office: "Oficina",
            businessPhone: "Teléfono", mobilePhone: "Móvil", mail: "Correo", userName: "Nombre de usuario",
            manager: "Responsable",
            reports: "Subordinados directos",
            directReports: { $0 == 0 ? "Nadie a su cargo" : "\(counted($0, "persona", "personas")) a su cargo" },
            copy: "Copiar", copyValue: { "Copiar \($0)" }, copied: "Copiado", backToSearch: "Volver a la búsqueda",
            partMissing: "No se pudo cargar una parte de esta página. Vuelve a abrirla más tarde."),
        tasks: Tasks(
            title: "Tareas", signIn: "Inicia sesión para ver tus tareas",
            signInText: "Cada persona tiene su propia lista. Si eres cliente, también puedes registrarte en la página "
                + "siguiente.",
            asCustomer: "Iniciar sesión como cliente", asEmployee: "Iniciar sesión con una cuenta de trabajo",
            of: { "Tareas de \($0)" }, new: "Nueva tarea", add: "Agregar", all: "Todas", open: "Pendientes",
            done: "Completadas",
            filter: "Filtro",
            toDo: { $0 == 0 ? "Nada pendiente" : counted($0, "tarea pendiente", "tareas pendientes") },
            markDone: { "Marcar «\($0)» como completada" }, markOpen: { "Marcar «\($0)» como pendiente" },
            edit: "Editar", editTask: { "Editar «\($0)»" }, text: "Texto de la tarea", save: "Guardar",
            remove: "Eliminar",
            removeTask: { "Eliminar «\($0)»" }, removed: { "Se eliminó «\($0)»." }, undo: "Deshacer",
            added: { "Agregada el \($0)" }, noneYet: "Aún no hay tareas",
            noneYetText: "Escribe la primera aquí arriba.",
            noneOpen: "Todas tus tareas están completadas.", noneDone: "Aún no hay tareas completadas.",
            textMissing: "Escribe qué hay que hacer.", gone: "Esta tarea ya se había eliminado.",
            accountChanged: "Ahora se usa otra cuenta. Compruébalo y envíalo de nuevo."),
        accounts: Accounts(
            title: "Cuentas", work: "Cuentas de trabajo",
            workText: "Para buscar personas y para las tareas del personal.",
            customer: "Cuentas de cliente",
            customerText: "Para las tareas de los clientes, que se registran por su cuenta.",
            nobody: "No hay ninguna sesión iniciada.", add: "Agregar cuenta", use: "Usar",
            useAccount: { "Usar la cuenta de \($0)" }, signedInSince: { "Sesión iniciada el \($0)" },
            needsSignIn: "Hay que iniciar sesión de nuevo", permissions: "Esta app puede:",
            permission: { permission in
                switch permission {
                case .openID: "saber quién eres"
                case .profile: "ver tu nombre"
                case .email: "ver tu dirección de correo"
                case .offlineAccess: "mantener tu sesión iniciada"
                case .userRead: "ver tu perfil"
                case .userReadBasicAll: "ver nombres y direcciones de correo de las personas de tu organización"
                case .userReadAll: "ver todos los perfiles de tu organización"
                case .tasksReadWrite: "ver y modificar tu lista de tareas"
                }
            },
            signOutHere: "Cerrar sesión aquí",
            signOutAtProvider: "Cerrar sesión aquí y en el proveedor",
            signingOut: "Cerrando sesión…", stillSignedIn: "Puede que tu sesión con el proveedor siga abierta",
            endSession: "Cerrar esa sesión",
            editProfile: "Editar perfil", sessions: "Tus sesiones", events: "Actividad",
            event: { event, name in
                switch event {
                case .signedIn: "\(name) inició sesión"
                case .signedInAgain: "\(name) inició sesión de nuevo"
                case .refreshed: "Se renovó el acceso de \(name)"
                case .needsSignIn: "\(name) debe iniciar sesión de nuevo"
                case .signedOut: "\(name) cerró sesión"
                }
            }),
        settings: Settings(
            title: "Ajustes",
            provider: "Proveedor",
            clientID: "Id. de cliente",
            redirectURI: "URI de redirección",
            directory: "Directorio",
            taskList: "API de tareas",
            unknownKeys: { "Claves desconocidas, quizá mal escritas: \($0)" },
            importFile: "Importar un archivo de ajustes",
            removeImports: "Usar los ajustes de la app",
            unusable: "Estos ajustes no se pueden usar",
            localTenant: "Un tenant en su Mac",
            onSimulator: "En un simulador: ejecute script/demo en el Mac. La app lo encuentra en localhost, sin"
                + " certificado.",
            onDevice: "En un dispositivo: ejecute tessera tenant --tls con el nombre del Mac, instale su "
                + "autoridad con un perfil y active la confianza total en Ajustes, General, Información,"
                + " Ajustes de confianza de los certificados. Después importe un archivo de ajustes con "
                + "estas direcciones."),
        notices: Notices(
            confirmSignIn: .init(
                "¿Quieres iniciar sesión?", "Vienes de otro sitio web. Inicia sesión solo si quieres usar esta app."),
            sendAgainAfterSignIn: .init(
                "Envía de nuevo el formulario",
                "Tu sesión ya había terminado cuando lo enviaste. Ahora está iniciada de nuevo y lo que escribiste "
                    + "sigue aquí."),
            sendAgainFromOldPage: .init(
                "Envía de nuevo el formulario",
                "La página llevaba demasiado tiempo abierta cuando lo enviaste. Lo que escribiste sigue aquí."),
            confirmSignOut: .init(
                "¿Quieres cerrar sesión?",
                "Se cerrará tu sesión en esta app. Si quieres, puedes cerrar también la del proveedor."),
            signedOutHere: .init(
                "Sesión cerrada",
                "Tu sesión en esta app se cerró. Puede que el proveedor todavía te reconozca en este navegador."),
            signedOutAtProvider: .init(
                "Sesión cerrada", "Tu sesión se cerró en esta app y también en el proveedor."),
            cancelled: .init(
                "Inicio de sesión cancelado", "No se cambió nada. Puedes volver o iniciar sesión de nuevo."),
            failed: .init("No se pudo iniciar sesión", ""),
            providerUnavailable: .init(
                "El inicio de sesión no está disponible",
                "No se puede conectar con el servidor de inicio de sesión. Inténtalo de nuevo dentro de un momento."),
            storageUnavailable: .init(
                "La aplicación no puede responder ahora",
                "No se puede acceder al lugar donde se guardan las sesiones. Tu sesión sigue abierta; "
                    + "inténtalo de nuevo dentro de un momento."),
            storageUnavailableForForm: .init(
                "La aplicación no puede responder ahora",
                "No se puede acceder al lugar donde se guardan las sesiones. Tu sesión sigue abierta y lo que escribiste sigue "
                    + "aquí: envíalo de nuevo dentro de un momento."),
            formNotKept: .init(
                "La aplicación no puede responder ahora",
                "No se puede acceder al lugar donde se guardan las sesiones. Tu sesión sigue abierta. Lo que escribiste no está en "
                    + "esta página, pero el navegador aún lo conserva. Recarga esta página dentro de un momento y confirma el reenvío."
            ),
            sessionMissing: .init(
                "El inicio de sesión empezó en otro lugar",
                "Este navegador no tiene la cookie del inicio de sesión: puede que haya empezado en otro navegador o "
                    + "en una ventana privada, que haya tardado demasiado o que las cookies estén desactivadas. "
                    + "Permite las cookies de este sitio web e inicia sesión de nuevo aquí."),
            answerUnexpected: .init(
                "Este inicio de sesión ya no es válido",
                "Tardó demasiado o la respuesta llegó dos veces. Inicia sesión de nuevo."),
            answerPosted: .init(
                "El proveedor envió su respuesta en un formulario",
                "El navegador no envía cookies con un formulario de otro sitio web, así que la respuesta no se "
                    + "puede asociar a ningún inicio de sesión. El proveedor debe enviarla en la dirección: "
                    + "response_mode=query."),
            addressElsewhere: .init(
                "Este enlace lleva a otro sitio web",
                "La página a la que volverías después de iniciar sesión no es de esta app, así que el inicio de "
                    + "sesión no empezó."),
            formFromElsewhere: .init(
                "No se aceptó el formulario",
                "No se cambió nada: el formulario venía de otro sitio web o de una página que llevaba demasiado "
                    + "tiempo abierta. Abre la página de nuevo y envía el formulario desde allí."),
            sessions: .init("Tus sesiones", "Los navegadores en los que tienes la sesión iniciada."),
            back: "Volver", sendAgain: "Enviar de nuevo", signOutHere: "Cerrar sesión aquí",
            signOutAtProvider: { "Cerrar la sesión de \($0) aquí y en el proveedor" },
            endThisSession: "Cerrar esta sesión", endSession: "Cerrar sesión",
            endOtherSessions: "Cerrar todas las demás",
            sessionSince: { when, browser in "\(browser), desde el \(when)" }, thisBrowser: "Este navegador",
            unknownBrowser: "Navegador desconocido"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch:
                .init(
                    "Esta configuración no incluye la búsqueda de personas.",
                    "Usa una configuración que incluya graphAPI.")
            case .noTaskList:
                .init("Esta configuración no incluye la lista de tareas.", "Usa una configuración que incluya taskAPI.")
            case .noUserFlow(let key):
                .init(
                    "La configuración no indica ninguna página para este cambio.",
                    "Agrega la clave \(key) a la configuración.")
            case .cancelled: .init("Se canceló la operación.", "No se cambió nada.")
            case .unexpected: .init("Ocurrió un error inesperado.", "Inténtalo de nuevo.")
            case .timedOut: .init("La respuesta no llegó a tiempo.", "Revisa la conexión e inténtalo de nuevo.")
            case .unreachable:
                .init("No se puede conectar con el servicio.", "Revisa la conexión e inténtalo de nuevo.")
            case .accountsUnreadable(let advice):
                .init("No se pueden leer ni guardar las cuentas en este dispositivo.", advice)
            case .signedOut: "No hay ninguna sesión iniciada."
            case .providerWithoutKeys: "El proveedor no ofrece claves públicas para comprobar su respuesta."
            case .settingsUnfit(let message): "La configuración no es válida para el proveedor: \(message)."
            case .clocksDiffer: "La hora del proveedor y la de este dispositivo no coinciden."
            case .answerRefused(let message): "Se rechazó la respuesta: \(message)."
            case .networkAnswered: "En lugar del proveedor respondió otro equipo de la red."
            case .passwordForgotten: "No recuerdas tu contraseña."
            case .signInCancelled: "Se canceló el inicio de sesión."
            case .told(let sentence), .unreadable(let sentence): .init(sentence)
            case .taskRefused(let sentence): .init(sentence, "Edita la tarea e inténtalo de nuevo.")
            case .personalAccount:
                .init(
                    "Las cuentas personales no tienen un directorio donde buscar personas.",
                    "Inicia sesión con una cuenta de trabajo.")
            case .signInNotAccepted(.directory): "El directorio no acepta este inicio de sesión."
            case .signInNotAccepted(.taskList): "El servicio de tareas no acepta este inicio de sesión."
            case .notPermitted(.directory, let message):
                "Esta cuenta no tiene permiso para hacer eso en el directorio: \(message)"
            case .notPermitted(.taskList, let message):
                "Esta cuenta no tiene permiso para hacer eso en el servicio de tareas: \(message)"
            case .permissionMissing(let permission):
                .init(
                    "Para eso, esta app necesita el permiso \(permission).",
                    "Inicia sesión y acéptalo, o pídele a un administrador que lo haga.")
            case .personMissing: .init("No hay nadie con ese nombre.", "Busca a la persona por su nombre.")
            case .busy(.directory): "El directorio está saturado."
            case .busy(.taskList): "El servicio de tareas está saturado."
            case .directoryError(let message):
                .init("El directorio rechazó la solicitud: \(message)", "Inténtalo de nuevo.")
            case .taskMissing: .init("Esta tarea ya no existe.", "Carga la lista de nuevo.")
            }
        },
        advice: { action, correlationID in
            switch action {
            case .retry(after: nil): "Inténtalo de nuevo dentro de un momento."
            case .retry(after: let delay?):
                "Inténtalo de nuevo dentro de \(counted(delay.wholeSeconds, "segundo", "segundos"))."
            case .checkConnection: "Revisa la conexión: puede que primero tengas que iniciar sesión en esta red."
            case .signInAgain, .answerClaimsChallenge: "Inicia sesión de nuevo."
            case .chooseAccount: "Inicia sesión con otra cuenta."
            case .consent: "Inicia sesión y acepta lo que se solicita, o pídele a un administrador que lo haga."
            case .secondFactor: "Inicia sesión de nuevo y confirma tu identidad."
            case .registerDevice: "Registra este dispositivo en tu organización o usa uno que ya esté registrado."
            case .resetPassword: "Crea una nueva y después inicia sesión con ella."
            case .signUp: "Regístrate primero y después inicia sesión."
            case .askAdministrator:
                correlationID.map {
                    "Consulta a un administrador del directorio e indícale el ID de correlación \($0)."
                }
                    ?? "Consulta a un administrador del directorio."
            case .correctRegistration:
                "Corrige la configuración: direcciones, ID de cliente, URI de redirección y ámbitos."
            case .setClock: "Ajusta la hora de este dispositivo e inténtalo de nuevo."
            case .repairStorage, .none: "Empieza de nuevo desde el principio."
            case .acceptCancellation: "Empieza de nuevo cuando quieras."
            }
        })

    private static func counted(_ number: Int, _ one: String, _ many: String) -> String {
        "\(Language.spanish.formatted(number)) \(number == 1 ? one : many)"
    }
}
