// SPDX-License-Identifier: Apache-2.0
import SignIn

extension Texts {
    /// The texts in Russian.
    public static let russian = Texts(
        language: .russian,
        common: Common(
            skipToContent: "Перейти к содержимому",
            people: "Коллеги", tasks: "Задачи", accounts: "Аккаунты",
            signIn: "Войти", signInWithAnotherAccount: "Войти в другой аккаунт", changeAccount: "Сменить аккаунт",
            signOut: "Выйти",
            signedInAs: { "Вы вошли как \($0)" },
            retry: "Повторить", agree: "Согласиться и продолжить", setNewPassword: "Задать новый пароль",
            cancel: "Отмена",
            language: "Язык", choose: "Применить", behindThis: "Как это устроено",
            pageMissing: "Такой страницы нет",
            pageMissingAdvice: "Возможно, в адресе опечатка или страницу удалили.",
            loading: "Загрузка…", refresh: "Обновить",
            toStart: "На главную",
            offline: "Нет ответа. Проверьте подключение и попробуйте ещё раз."),
        start: Start(
            title: "Коллеги и задачи всегда под рукой.",
            purpose: "Войдите, чтобы искать людей в своей организации и вести личный список задач.",
            people: "Ваши коллеги",
            peopleText: "Телефон, почта, офис и руководитель каждого коллеги.",
            tasks: "Ваши задачи", tasksText: "Список, который видите только вы.",
            demo: "Это демонстрация: люди в ней вымышлены, а все данные остаются на этом устройстве."),
        people: People(
            title: "Коллеги", searchLabel: "Поиск коллег",
            searchHint: "Имя, фамилия, почта или логин. Результаты появляются по мере ввода.",
            search: "Найти", searching: "Ищем…",
            signIn: "Войдите, чтобы искать коллег",
            signInText: "Справочник доступен только сотрудникам организации. Войдите в рабочий аккаунт.",
            found: { count, hasMore in
                let people = counted(count, "человек", "человека", "человек")
                return hasMore
                    ? "\(form(count, "Показан", "Показано", "Показано")) \(people), есть ещё"
                    : "\(form(count, "Найден", "Найдено", "Найдено")) \(people)"
            },
            noneFound: { "По запросу «\($0)» никого не нашлось" },
            noneFoundAdvice: "Проверьте написание или введите меньше букв.",
            showMore: "Показать ещё", narrow: "Показаны не все. Чтобы найти нужного человека, уточните запрос."),
        person: Person(
            withoutName: "Без имени", jobTitle: "Должность", department: "Отдел", office: "Офис",
            businessPhone: "Телефон", mobilePhone: "Мобильный", mail: "Почта", userName: "Логин",
            manager: "Руководитель",
            reports: "Прямые подчинённые",
            directReports: { "\(counted($0, "человек", "человека", "человек")) в прямом подчинении" },
            copy: "Скопировать", copyValue: { "Скопировать: \($0)" }, copied: "Скопировано",
            backToSearch: "Вернуться к поиску",
            partMissing: "Часть данных не удалось загрузить. Попробуйте ещё раз чуть позже."),
        tasks: Tasks(
            title: "Задачи", signIn: "Войдите, чтобы увидеть свои задачи",
            signInText: "У каждого свой список. Новые клиенты могут зарегистрироваться на следующей странице.",
            asCustomer: "Войти как клиент", asEmployee: "Войти как сотрудник",
            of: { "Владелец списка: \($0)" }, new: "Новая задача", add: "Добавить", all: "Все", open: "Активные",
            done: "Выполненные",
            filter: "Фильтр",
            toDo: {
                $0 == 0 ? "Активных задач нет" : counted($0, "активная задача", "активные задачи", "активных задач")
            },
            markDone: { "Отметить задачу «\($0)» как выполненную" },
            markOpen: { "Вернуть задачу «\($0)» в активные" },
            edit: "Изменить", editTask: { "Изменить задачу «\($0)»" }, text: "Текст задачи", save: "Сохранить",
            remove: "Удалить",
            removeTask: { "Удалить задачу «\($0)»" }, removed: { "Задача «\($0)» удалена." }, undo: "Отменить",
            added: { "Добавлена \($0)" }, noneYet: "Задач пока нет", noneYetText: "Запишите первую в поле выше.",
            noneOpen: "Все задачи выполнены.", noneDone: "Выполненных задач пока нет.",
            textMissing: "Напишите, что нужно сделать.", gone: "Эту задачу уже удалили.",
            accountChanged: "Сейчас используется другой аккаунт. Проверьте и отправьте ещё раз."),
        accounts: Accounts(
            title: "Аккаунты", work: "Рабочие аккаунты", workText: "Для поиска коллег и для задач сотрудников.",
            customer: "Аккаунты клиентов", customerText: "Для задач клиентов, которые регистрируются сами.",
            nobody: "Аккаунтов пока нет.", add: "Добавить аккаунт", use: "Использовать",
            useAccount: { "Использовать аккаунт «\($0)»" }, signedInSince: { "Вход выполнен \($0)" },
            needsSignIn: "Нужно войти снова", permissions: "Приложению разрешено",
            permission: { permission in
                switch permission {
                case .openID: "знать, кто вы"
                case .profile: "видеть ваше имя"
                case .email: "видеть ваш адрес почты"
                case .offlineAccess: "сохранять доступ без повторного входа"
                case .userRead: "читать ваш профиль"
                case .userReadBasicAll: "читать имена и адреса почты сотрудников вашей организации"
                case .userReadAll: "читать все профили в вашей организации"
                case .tasksReadWrite: "читать и изменять ваш список задач"
                }
            },
            signOutHere: "Выйти только здесь", signOutAtProvider: "Выйти здесь и в службе входа",
            signingOut: "Выход…", stillSignedIn: "Возможно, у поставщика вы ещё не вышли",
            endSession: "Завершить тот сеанс",
            editProfile: "Изменить профиль", sessions: "Ваши сеансы", events: "История",
            event: { event, name in
                switch event {
                case .signedIn: "\(name): вход"
                case .signedInAgain: "\(name): повторный вход"
                case .refreshed: "\(name): доступ продлён"
                case .needsSignIn: "\(name): нужно войти снова"
                case .signedOut: "\(name): выход"
                }
            }),
        settings: Settings(
            title: "Настройки",
            provider: "Провайдер",
            clientID: "Идентификатор клиента",
            redirectURI: "Адрес возврата",
            directory: "Каталог",
            taskList: "API задач",
            unknownKeys: { "Неизвестные ключи, возможно, с опечаткой: \($0)" },
            importFile: "Импортировать файл настроек",
            removeImports: "Использовать настройки приложения",
            unusable: "Эти настройки непригодны",
            localTenant: "Арендатор на вашем Mac",
            onSimulator: "В симуляторе: запустите script/demo на Mac. Приложение найдёт его по адресу "
                + "localhost, без сертификата.",
            onDevice: "На устройстве: запустите tessera tenant --tls с именем Mac, установите его центр "
                + "сертификации из профиля и включите полное доверие к нему в разделе «Настройки», "
                + "«Основные», «Об этом устройстве», «Доверие сертификатам». Затем импортируйте файл "
                + "настроек с этими адресами."),
        notices: Notices(
            confirmSignIn: .init(
                "Вход", "Вы перешли сюда с другого сайта. Входите, только если хотите пользоваться этим приложением."),
            sendAgainAfterSignIn: .init(
                "Отправьте форму ещё раз",
                "К моменту отправки сеанс уже завершился. Теперь вы снова вошли, и введённый текст сохранился."),
            sendAgainFromOldPage: .init(
                "Отправьте форму ещё раз", "К моменту отправки страница уже устарела, но введённый текст сохранился."),
            confirmSignOut: .init(
                "Выход", "Ваш сеанс в этом приложении завершится. При желании можно выйти и в службе входа."),
            signedOutHere: .init(
                "Выход выполнен",
                "Сеанс в этом приложении завершён, но служба входа, возможно, ещё помнит вас в этом браузере."),
            signedOutAtProvider: .init(
                "Выход выполнен", "Сеанс завершён и в этом приложении, и в службе входа."),
            cancelled: .init(
                "Вы отменили вход", "Ничего не изменилось. Можно вернуться или войти снова."),
            failed: .init("Войти не удалось", ""),
            providerUnavailable: .init(
                "Служба входа не отвечает",
                "Сервер, на котором выполняется вход, сейчас недоступен. Попробуйте ещё раз чуть позже."),
            storageUnavailable: .init(
                "Приложение сейчас не может ответить",
                "Хранилище сеансов недоступно. Вы остаётесь в системе. Попробуйте ещё раз чуть позже."),
            storageUnavailableForForm: .init(
                "Приложение сейчас не может ответить",
                "Хранилище сеансов недоступно. Вы остаётесь в системе, и введённый текст сохранён: "
                    + "отправьте его ещё раз чуть позже."),
            formNotKept: .init(
                "Приложение сейчас не может ответить",
                "Хранилище сеансов недоступно. Вы остаётесь в системе. Введённого текста нет на этой странице, но он ещё есть в "
                    + "браузере. Обновите эту страницу чуть позже и подтвердите повторную отправку."),
            sessionMissing: .init(
                "Вход начат в другом месте",
                "В этом браузере нет файла cookie для этого входа: вход начат в другом браузере или в приватном окне, "
                    + "занял слишком много времени либо файлы cookie отключены. Разрешите их для этого сайта и войдите "
                    + "здесь снова."),
            answerUnexpected: .init(
                "Эта попытка входа уже завершена",
                "Прошло слишком много времени, или ответ пришёл повторно. Войдите снова."),
            answerPosted: .init(
                "Служба входа прислала ответ в виде формы",
                "С формой другого сайта браузер не отправляет файлы cookie, поэтому ответ нельзя связать ни с одним "
                    + "входом. Служба входа должна передавать ответ в адресе: response_mode=query."),
            addressElsewhere: .init(
                "Эта ссылка ведёт в другое место",
                "Адрес для возврата после входа не относится к этому приложению, поэтому вход не начался."),
            formFromElsewhere: .init(
                "Форма не принята",
                "Ничего не изменилось: форма пришла с другого сайта или с устаревшей страницы. Откройте страницу "
                    + "заново и отправьте форму оттуда."),
            sessions: .init("Ваши сеансы", "Браузеры, в которых вы вошли в это приложение."),
            back: "Назад", sendAgain: "Отправить ещё раз", signOutHere: "Выйти только здесь",
            signOutAtProvider: { "\($0): выйти здесь и в службе входа" },
            endThisSession: "Завершить этот сеанс", endSession: "Завершить",
            endOtherSessions: "Завершить все остальные",
            sessionSince: { when, browser in "\(browser), вход \(when)" }, thisBrowser: "Этот браузер",
            unknownBrowser: "Неизвестный браузер"),
        fault: { fault in
            switch fault {
            case .noPeopleSearch:
                .init("В этих настройках нет поиска коллег.", "Используйте настройки, в которых есть ключ graphAPI.")
            case .noTaskList:
                .init("В этих настройках нет списка задач.", "Используйте настройки, в которых есть ключ taskAPI.")
            case .noUserFlow(let key):
                .init("В настройках не указаны страницы для этого изменения.", "Добавьте в настройки ключ \(key).")
            case .cancelled: .init("Действие отменено.", "Ничего не изменилось.")
            case .unexpected: .init("Произошла непредвиденная ошибка.", "Попробуйте ещё раз.")
            case .timedOut: .init("Ответ не пришёл вовремя.", "Проверьте подключение и попробуйте ещё раз.")
            case .unreachable: .init("Не удаётся связаться с сервером.", "Проверьте подключение и попробуйте ещё раз.")
            case .accountsUnreadable(let advice):
                .init("Не удаётся прочитать или сохранить аккаунты на этом устройстве.", advice)
            case .signedOut: "Вы не вошли в аккаунт."
            case .providerWithoutKeys: "Служба входа не предоставила ключи, чтобы проверить её ответ."
            case .settingsUnfit(let message): "Настройки не подходят службе входа: \(message)."
            case .clocksDiffer: "Часы этого устройства и службы входа расходятся."
            case .answerRefused(let message): "Ответ службы входа отклонён: \(message)."
            case .networkAnswered: "Ответила не служба входа, а что-то между ней и этим устройством."
            case .passwordForgotten: "Забыли пароль?"
            case .signInCancelled: "Вход отменён."
            case .told(let sentence), .unreadable(let sentence): .init(sentence)
            case .taskRefused(let sentence): .init(sentence, "Измените задачу и попробуйте ещё раз.")
            case .personalAccount:
                .init("У личного аккаунта нет справочника, в котором можно искать людей.", "Войдите в рабочий аккаунт.")
            case .signInNotAccepted(.directory): "Ваш вход недействителен для справочника."
            case .signInNotAccepted(.taskList): "Ваш вход недействителен для списка задач."
            case .notPermitted(.directory, let message):
                "У этого аккаунта нет прав на это действие в справочнике: \(message)"
            case .notPermitted(.taskList, let message):
                "У этого аккаунта нет прав на это действие в списке задач: \(message)"
            case .permissionMissing(let permission):
                .init(
                    "Для этого действия приложению нужно разрешение \(permission).",
                    "Войдите и дайте это разрешение или попросите об этом администратора.")
            case .personMissing: .init("Такого человека в справочнике нет.", "Поищите этого человека по имени.")
            case .busy(.directory): "Сервер справочника сейчас перегружен."
            case .busy(.taskList): "Сервер списка задач сейчас перегружен."
            case .directoryError(let message): .init("Справочник отклонил запрос: \(message)", "Попробуйте ещё раз.")
            case .taskMissing: .init("Этой задачи больше нет.", "Обновите список.")
            }
        },
        advice: { action, correlationID in
            switch action {
            case .retry(after: nil): "Попробуйте ещё раз чуть позже."
            case .retry(after: let delay?):
                "Попробуйте ещё раз через \(counted(delay.wholeSeconds, "секунду", "секунды", "секунд"))."
            case .checkConnection: "Проверьте подключение: возможно, сначала нужно авторизоваться в этой сети."
            case .signInAgain, .answerClaimsChallenge: "Войдите снова."
            case .chooseAccount: "Войдите в другой аккаунт."
            case .consent: "Войдите и дайте нужные разрешения или попросите об этом администратора."
            case .secondFactor: "Войдите снова и подтвердите, что это вы."
            case .registerDevice:
                "Зарегистрируйте это устройство в своей организации или возьмите уже зарегистрированное."
            case .resetPassword: "Задайте новый и войдите с ним."
            case .signUp: "Сначала зарегистрируйтесь, затем войдите."
            case .askAdministrator:
                correlationID.map {
                    "Обратитесь к администратору справочника и сообщите идентификатор корреляции \($0)."
                }
                    ?? "Обратитесь к администратору справочника."
            case .correctRegistration: "Исправьте настройки: адреса, client id, redirect URI и scopes."
            case .setClock: "Установите на этом устройстве точное время и попробуйте ещё раз."
            case .repairStorage, .none: "Начните с самого начала."
            case .acceptCancellation: "Начать заново можно в любой момент."
            }
        })

    private static func counted(_ number: Int, _ one: String, _ few: String, _ many: String) -> String {
        "\(Language.russian.formatted(number)) \(form(number, one, few, many))"
    }

    /// The form of a word beside a number: `one` for 1, 21…; `few` for 2–4, 22–24…; `many` for 0, 5–20, 25….
    private static func form(_ number: Int, _ one: String, _ few: String, _ many: String) -> String {
        switch (number % 10, number % 100) {
        case (_, 11...14): many
        case (1, _): one
        case (2...4, _): few
        default: many
        }
    }
}
