-- All tables except the people index (PeopleIndex.swift, PersonColumn.swift). Raise TenantSchema.version with every
-- change. Codes, tokens, passwords and cookies are stored as hashes, which a reader of the data cannot use.

-- Directories, people, groups and apps

CREATE TABLE tenant (
    id TEXT PRIMARY KEY NOT NULL,
    displayName TEXT NOT NULL,
    domain TEXT NOT NULL UNIQUE COLLATE NOCASE,
    passwordHash TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'organization',
    countryLetterCode TEXT,
    preferredLanguage TEXT,
    isSecurityDefaultsEnabled BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE person (
    id TEXT PRIMARY KEY NOT NULL,
    tenantID TEXT NOT NULL REFERENCES tenant,
    userPrincipalName TEXT NOT NULL UNIQUE COLLATE NOCASE,
    displayName TEXT NOT NULL,
    businessPhones TEXT NOT NULL,
    givenName TEXT,
    surname TEXT,
    mail TEXT,
    jobTitle TEXT,
    department TEXT,
    officeLocation TEXT,
    mobilePhone TEXT,
    preferredLanguage TEXT,
    managerID TEXT,
    secondFactorPhone TEXT,
    directoryRole TEXT,
    userType TEXT NOT NULL DEFAULT 'Member',
    accountEnabled BOOLEAN NOT NULL DEFAULT 1,
    passwordHash TEXT,
    forceChangePasswordNextSignIn BOOLEAN NOT NULL DEFAULT 0,
    failedAttempts INTEGER NOT NULL DEFAULT 0,
    lockedUntil DATETIME,
    signInSessionsValidFrom DATETIME,
    additionalClaims TEXT NOT NULL DEFAULT '{}',
    usageLocation TEXT,
    lastPasswordChangeDateTime DATETIME
);
CREATE INDEX person_on_managerID ON person (managerID);

CREATE TABLE directoryGroup (
    id TEXT PRIMARY KEY NOT NULL,
    tenantID TEXT NOT NULL REFERENCES tenant ON DELETE CASCADE,
    displayName TEXT NOT NULL,
    securityEnabled BOOLEAN NOT NULL,
    memberIDs TEXT NOT NULL
);
CREATE INDEX directoryGroup_on_tenantID ON directoryGroup (tenantID);

-- The members of groups, by person: a token names the groups of its person. DirectoryGroup writes it with each change.
CREATE TABLE groupMember (
    personID TEXT NOT NULL,
    groupID TEXT NOT NULL REFERENCES directoryGroup ON DELETE CASCADE,
    PRIMARY KEY (personID, groupID)
) WITHOUT ROWID;
CREATE INDEX groupMember_on_groupID ON groupMember (groupID);

CREATE TABLE app (
    id TEXT PRIMARY KEY NOT NULL,
    tenantID TEXT NOT NULL REFERENCES tenant,
    displayName TEXT NOT NULL,
    redirectURIs TEXT NOT NULL,
    identifierURI TEXT UNIQUE,
    scopes TEXT NOT NULL,
    consentedScopes TEXT NOT NULL,
    accessTokenVersion INTEGER NOT NULL,
    signInAudience TEXT NOT NULL DEFAULT 'AzureADMyOrg',
    permissionTexts TEXT NOT NULL DEFAULT '[]',
    assignedRoles TEXT NOT NULL DEFAULT '[]',
    spaRedirectURIs TEXT NOT NULL DEFAULT '[]',
    passwordCredentials TEXT NOT NULL DEFAULT '[]',
    keyCredentials TEXT NOT NULL DEFAULT '[]',
    federatedIdentityCredentials TEXT NOT NULL DEFAULT '[]',
    appRoles TEXT NOT NULL DEFAULT '[]',
    appRoleAssignments TEXT NOT NULL DEFAULT '[]',
    implicitGrantSettings TEXT NOT NULL DEFAULT '{}',
    optionalClaims TEXT NOT NULL DEFAULT '{}',
    logoutURL TEXT,
    isEnabled BOOLEAN NOT NULL DEFAULT 1,
    groupMembershipClaims TEXT NOT NULL DEFAULT 'None',
    appRoleAssignmentRequired BOOLEAN NOT NULL DEFAULT 0,
    isBuiltIn BOOLEAN NOT NULL DEFAULT 0
);

-- The permissions that a person gave an app; without a person, an administrator gave them for all people.
CREATE TABLE consent (
    tenantID TEXT NOT NULL REFERENCES tenant ON DELETE CASCADE,
    personID TEXT REFERENCES person ON DELETE CASCADE,
    clientID TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
    scope TEXT NOT NULL,
    grantedAt DATETIME NOT NULL
);
-- A plain unique key would treat two rows without a person as different.
CREATE UNIQUE INDEX consentOnce ON consent (tenantID, ifnull(personID, ''), clientID, scope);

CREATE TABLE conditionalAccessPolicy (
    id TEXT PRIMARY KEY NOT NULL,
    tenantID TEXT NOT NULL REFERENCES tenant ON DELETE CASCADE,
    displayName TEXT NOT NULL,
    state TEXT NOT NULL,
    createdDateTime DATETIME NOT NULL,
    conditions TEXT NOT NULL,
    grantControls TEXT,
    sessionControls TEXT
);
CREATE INDEX conditionalAccessPolicy_on_tenantID ON conditionalAccessPolicy (tenantID);

CREATE TABLE termsAcceptance (
    personID TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    agreementID TEXT NOT NULL,
    acceptedAt DATETIME NOT NULL,
    PRIMARY KEY (personID, agreementID)
);

-- The latest change of each person and group, written by triggers; the index of people numbers those who are added.
-- The triggers use no INSERT OR REPLACE: the conflict rule of the statement that fires one would override it.
CREATE TABLE directoryChange (
    number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    tenantID TEXT NOT NULL,
    kind TEXT NOT NULL,
    objectID TEXT NOT NULL,
    isRemoved BOOLEAN NOT NULL,
    UNIQUE (kind, objectID)
);
CREATE INDEX directoryChange_on_tenantID_kind_number ON directoryChange (tenantID, kind, number);

CREATE TRIGGER change_person_update AFTER UPDATE ON person
WHEN (OLD.displayName, OLD.givenName, OLD.surname, OLD.userPrincipalName, OLD.mail, OLD.jobTitle, OLD.department,
    OLD.officeLocation, OLD.mobilePhone, OLD.businessPhones, OLD.preferredLanguage, OLD.userType, OLD.accountEnabled,
    OLD.usageLocation)
    IS NOT (NEW.displayName, NEW.givenName, NEW.surname, NEW.userPrincipalName, NEW.mail, NEW.jobTitle, NEW.department,
    NEW.officeLocation, NEW.mobilePhone, NEW.businessPhones, NEW.preferredLanguage, NEW.userType, NEW.accountEnabled,
    NEW.usageLocation)
BEGIN
    DELETE FROM directoryChange WHERE kind = 'user' AND objectID = NEW.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (NEW.tenantID, 'user', NEW.id, 0);
END;
CREATE TRIGGER change_person_delete AFTER DELETE ON person BEGIN
    DELETE FROM directoryChange WHERE kind = 'user' AND objectID = OLD.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (OLD.tenantID, 'user', OLD.id, 1);
END;
CREATE TRIGGER change_directoryGroup_update AFTER UPDATE ON directoryGroup
WHEN (OLD.displayName, OLD.securityEnabled) IS NOT (NEW.displayName, NEW.securityEnabled)
BEGIN
    DELETE FROM directoryChange WHERE kind = 'group' AND objectID = NEW.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (NEW.tenantID, 'group', NEW.id, 0);
END;
CREATE TRIGGER change_directoryGroup_delete AFTER DELETE ON directoryGroup BEGIN
    DELETE FROM directoryChange WHERE kind = 'group' AND objectID = OLD.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (OLD.tenantID, 'group', OLD.id, 1);
END;

-- The latest change of each member. It is also a change of the group, whose number it has.
CREATE TABLE memberChange (
    groupID TEXT NOT NULL REFERENCES directoryGroup ON DELETE CASCADE,
    memberID TEXT NOT NULL,
    number INTEGER NOT NULL,
    isRemoved BOOLEAN NOT NULL,
    PRIMARY KEY (groupID, memberID)
) WITHOUT ROWID;
CREATE INDEX memberChange_on_groupID_number ON memberChange (groupID, number);

CREATE TRIGGER member_insert AFTER INSERT ON directoryGroup BEGIN
    DELETE FROM directoryChange WHERE kind = 'group' AND objectID = NEW.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (NEW.tenantID, 'group', NEW.id, 0);
    DELETE FROM memberChange WHERE groupID = NEW.id AND memberID IN (SELECT value FROM json_each(NEW.memberIDs));
    INSERT INTO memberChange (groupID, memberID, number, isRemoved)
    SELECT DISTINCT NEW.id, value, number, 0 FROM json_each(NEW.memberIDs), directoryChange
    WHERE kind = 'group' AND objectID = NEW.id;
END;
-- Only members that are in exactly one of the two lists changed.
CREATE TRIGGER member_update AFTER UPDATE ON directoryGroup WHEN OLD.memberIDs IS NOT NEW.memberIDs BEGIN
    DELETE FROM directoryChange WHERE kind = 'group' AND objectID = NEW.id;
    INSERT INTO directoryChange (tenantID, kind, objectID, isRemoved) VALUES (NEW.tenantID, 'group', NEW.id, 0);
    DELETE FROM memberChange WHERE groupID = NEW.id
        AND (memberID IN (SELECT value FROM json_each(OLD.memberIDs)))
            <> (memberID IN (SELECT value FROM json_each(NEW.memberIDs)));
    INSERT INTO memberChange (groupID, memberID, number, isRemoved)
    SELECT NEW.id, member, number, member NOT IN (SELECT value FROM json_each(NEW.memberIDs))
    FROM (SELECT value AS member FROM json_each(OLD.memberIDs) UNION SELECT value FROM json_each(NEW.memberIDs)),
        directoryChange
    WHERE kind = 'group' AND objectID = NEW.id
        AND (member IN (SELECT value FROM json_each(OLD.memberIDs)))
            <> (member IN (SELECT value FROM json_each(NEW.memberIDs)));
END;

-- The tenant itself

CREATE TABLE tenantState (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);

-- The file that filled the tenant; without a row, the tenant began with the samples.
CREATE TABLE tenantOrigin (
    id INTEGER PRIMARY KEY,
    document TEXT NOT NULL
);

CREATE TABLE secret (
    name TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
);

CREATE TABLE ringKey (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    thumbprint TEXT NOT NULL UNIQUE,
    privateKey BLOB NOT NULL,
    createdAt DATETIME NOT NULL,
    publishedAt DATETIME NOT NULL,
    activeFrom DATETIME NOT NULL
);

CREATE TABLE faultRule (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    rule TEXT NOT NULL,
    passed INTEGER NOT NULL,
    hits INTEGER NOT NULL
);

CREATE TABLE oneTimeSignIn (
    secretHash TEXT PRIMARY KEY NOT NULL,
    signIn TEXT NOT NULL,
    expiresAt DATETIME NOT NULL
);

CREATE TABLE automaticSignIn (
    clientID TEXT PRIMARY KEY NOT NULL,
    signIn TEXT NOT NULL
);

CREATE TABLE inboxMessage (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    channel TEXT NOT NULL,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    text TEXT NOT NULL,
    code TEXT,
    sentAt DATETIME NOT NULL
);

CREATE TABLE oneTimeCode (
    subject TEXT PRIMARY KEY NOT NULL,
    codeHash TEXT NOT NULL,
    expiresAt DATETIME NOT NULL,
    attempts INTEGER NOT NULL
);

CREATE TABLE oneTimeCodeEffort (
    holder TEXT PRIMARY KEY NOT NULL,
    attempts INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    endsAt DATETIME NOT NULL
);
CREATE INDEX oneTimeCodeEffort_on_endsAt ON oneTimeCodeEffort (endsAt);

-- Entra ID

CREATE TABLE browserSession (
    cookieHash TEXT NOT NULL,
    personID TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    authenticatedAt DATETIME NOT NULL,
    secondFactorAt DATETIME,
    sessionID TEXT,
    PRIMARY KEY (cookieHash, personID)
);

CREATE TABLE sessionClient (
    sessionID TEXT NOT NULL,
    clientID TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
    signedInAt DATETIME NOT NULL,
    PRIMARY KEY (sessionID, clientID)
);

CREATE TABLE authorizationCode (
    codeHash TEXT PRIMARY KEY NOT NULL,
    "grant" TEXT NOT NULL,
    redirectURI TEXT NOT NULL,
    nonce TEXT,
    codeChallenge TEXT,
    codeChallengeMethod TEXT,
    expiresAt DATETIME NOT NULL,
    redeemed BOOLEAN NOT NULL
);
CREATE INDEX authorizationCode_on_expiresAt ON authorizationCode (expiresAt);

CREATE TABLE refreshToken (
    tokenHash TEXT PRIMARY KEY NOT NULL,
    "grant" TEXT NOT NULL,
    expiresAt DATETIME NOT NULL
);
CREATE INDEX refreshToken_on_expiresAt ON refreshToken (expiresAt);

CREATE TABLE deviceCode (
    codeHash TEXT PRIMARY KEY NOT NULL,
    userCode TEXT NOT NULL UNIQUE,
    clientID TEXT NOT NULL,
    tenantName TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    expiresAt DATETIME NOT NULL,
    "grant" TEXT,
    lastPolledAt DATETIME
);
CREATE INDEX deviceCode_on_expiresAt ON deviceCode (expiresAt);

CREATE TABLE userCodeGuess (
    cookieHash TEXT PRIMARY KEY NOT NULL,
    count INTEGER NOT NULL,
    endsAt DATETIME NOT NULL
);

-- User flows and External ID

CREATE TABLE userFlow (
    tenantID TEXT NOT NULL REFERENCES tenant ON DELETE CASCADE,
    name TEXT NOT NULL COLLATE NOCASE,
    kind TEXT NOT NULL,
    service TEXT NOT NULL,
    passwordReset TEXT NOT NULL,
    clientIds TEXT NOT NULL,
    attributes TEXT NOT NULL,
    claims TEXT NOT NULL,
    secondFactor TEXT NOT NULL,
    tokens TEXT NOT NULL,
    look TEXT NOT NULL,
    keepSignedInDays INTEGER NOT NULL,
    PRIMARY KEY (tenantID, name)
);

CREATE TABLE customAttribute (
    tenantID TEXT NOT NULL REFERENCES tenant ON DELETE CASCADE,
    name TEXT NOT NULL COLLATE NOCASE,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    PRIMARY KEY (tenantID, name)
);

CREATE TABLE customer (
    id TEXT PRIMARY KEY NOT NULL,
    tenantID TEXT NOT NULL REFERENCES tenant,
    email TEXT NOT NULL COLLATE NOCASE,
    displayName TEXT NOT NULL,
    passwordHash TEXT NOT NULL,
    givenName TEXT,
    surname TEXT,
    grantsEndedAt DATETIME,
    lockedUntil DATETIME,
    failedAttempts INTEGER NOT NULL,
    attributes TEXT NOT NULL DEFAULT '{}',
    phone TEXT,
    accountEnabled BOOLEAN NOT NULL DEFAULT 1,
    UNIQUE (tenantID, email)
);

CREATE TABLE customerSession (
    cookieHash TEXT NOT NULL,
    tenantID TEXT NOT NULL,
    customerID TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    authenticatedAt DATETIME NOT NULL,
    secondFactorAt DATETIME,
    endsAt DATETIME,
    PRIMARY KEY (cookieHash, tenantID)
);

CREATE TABLE userFlowGrant (
    secretHash TEXT PRIMARY KEY NOT NULL,
    "grant" TEXT NOT NULL,
    binding TEXT,
    issuedAt DATETIME NOT NULL,
    expiresAt DATETIME NOT NULL,
    redeemed BOOLEAN NOT NULL
);
CREATE INDEX userFlowGrant_on_expiresAt ON userFlowGrant (expiresAt);

-- The standard provider

CREATE TABLE standardClient (
    id TEXT PRIMARY KEY NOT NULL,
    metadata TEXT NOT NULL,
    secretHash TEXT,
    registeredAt DATETIME
);
CREATE INDEX standardClient_on_registeredAt ON standardClient (registeredAt);

-- The origins whose pages may use a client; StandardClient writes them.
CREATE TABLE standardOrigin (
    origin TEXT NOT NULL,
    clientID TEXT NOT NULL REFERENCES standardClient ON DELETE CASCADE,
    PRIMARY KEY (origin, clientID)
) WITHOUT ROWID;
CREATE INDEX standardOrigin_on_clientID ON standardOrigin (clientID);

CREATE TABLE standardConsent (
    personID TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    clientID TEXT NOT NULL REFERENCES standardClient ON DELETE CASCADE,
    scope TEXT NOT NULL,
    PRIMARY KEY (personID, clientID, scope)
);
CREATE INDEX standardConsent_on_clientID ON standardConsent (clientID);

CREATE TABLE standardSession (
    id TEXT PRIMARY KEY NOT NULL,
    cookieHash TEXT NOT NULL,
    personID TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
    authenticatedAt DATETIME NOT NULL,
    UNIQUE (cookieHash, personID)
);
CREATE INDEX standardSession_on_authenticatedAt ON standardSession (authenticatedAt);

CREATE TABLE standardInteraction (
    idHash TEXT PRIMARY KEY NOT NULL,
    parameters TEXT NOT NULL,
    isPushed BOOLEAN NOT NULL,
    personID TEXT,
    userCode TEXT,
    expiresAt DATETIME NOT NULL
);
CREATE INDEX standardInteraction_on_expiresAt ON standardInteraction (expiresAt);

-- A grant that continues another one is removed with it.
CREATE TABLE standardGrant (
    id TEXT PRIMARY KEY NOT NULL,
    clientID TEXT NOT NULL REFERENCES standardClient ON DELETE CASCADE,
    personID TEXT REFERENCES person ON DELETE CASCADE,
    sessionID TEXT,
    originID TEXT REFERENCES standardGrant ON DELETE CASCADE,
    scope TEXT NOT NULL,
    claims TEXT,
    resources TEXT,
    authorizationDetails TEXT,
    authenticatedAt DATETIME,
    issuedAt DATETIME NOT NULL,
    revokedAt DATETIME
);
CREATE INDEX standardGrant_on_sessionID ON standardGrant (sessionID);
CREATE INDEX standardGrant_on_issuedAt ON standardGrant (issuedAt);
CREATE INDEX standardGrant_on_originID ON standardGrant (originID);
CREATE INDEX standardGrant_on_clientID ON standardGrant (clientID);

CREATE TABLE standardCode (
    codeHash TEXT PRIMARY KEY NOT NULL,
    grantID TEXT NOT NULL REFERENCES standardGrant ON DELETE CASCADE,
    redirectURI TEXT NOT NULL,
    nonce TEXT,
    codeChallenge TEXT,
    thumbprint TEXT,
    expiresAt DATETIME NOT NULL,
    isRedeemed BOOLEAN NOT NULL
);
CREATE INDEX standardCode_on_grantID ON standardCode (grantID);
CREATE INDEX standardCode_on_expiresAt ON standardCode (expiresAt);

CREATE TABLE standardRefreshToken (
    tokenHash TEXT PRIMARY KEY NOT NULL,
    grantID TEXT NOT NULL REFERENCES standardGrant ON DELETE CASCADE,
    scope TEXT NOT NULL,
    thumbprint TEXT,
    certificateThumbprint TEXT,
    issuedAt DATETIME NOT NULL,
    expiresAt DATETIME NOT NULL,
    isUsed BOOLEAN NOT NULL
);
CREATE INDEX standardRefreshToken_on_grantID ON standardRefreshToken (grantID);
CREATE INDEX standardRefreshToken_on_expiresAt ON standardRefreshToken (expiresAt);

CREATE TABLE standardAccessToken (
    tokenHash TEXT PRIMARY KEY NOT NULL,
    id TEXT NOT NULL,
    grantID TEXT NOT NULL REFERENCES standardGrant ON DELETE CASCADE,
    scope TEXT NOT NULL,
    resources TEXT,
    authorizationDetails TEXT,
    thumbprint TEXT,
    certificateThumbprint TEXT,
    issuedAt DATETIME NOT NULL,
    expiresAt DATETIME NOT NULL
);
CREATE INDEX standardAccessToken_on_grantID ON standardAccessToken (grantID);
CREATE INDEX standardAccessToken_on_expiresAt ON standardAccessToken (expiresAt);

CREATE TABLE standardDeviceCode (
    codeHash TEXT PRIMARY KEY NOT NULL,
    userCode TEXT NOT NULL UNIQUE,
    clientID TEXT NOT NULL REFERENCES standardClient ON DELETE CASCADE,
    scope TEXT NOT NULL,
    resources TEXT,
    authorizationDetails TEXT,
    expiresAt DATETIME NOT NULL,
    interval DOUBLE NOT NULL,
    state TEXT NOT NULL,
    grantID TEXT,
    lastPolledAt DATETIME
);
CREATE INDEX standardDeviceCode_on_clientID ON standardDeviceCode (clientID);
CREATE INDEX standardDeviceCode_on_expiresAt ON standardDeviceCode (expiresAt);

CREATE TABLE standardPushedRequest (
    uriHash TEXT PRIMARY KEY NOT NULL,
    clientID TEXT NOT NULL,
    parameters TEXT NOT NULL,
    expiresAt DATETIME NOT NULL
);
CREATE INDEX standardPushedRequest_on_expiresAt ON standardPushedRequest (expiresAt);

CREATE TABLE standardUsedIdentifier (
    identifierHash TEXT PRIMARY KEY NOT NULL,
    clientID TEXT NOT NULL,
    expiresAt DATETIME NOT NULL
);
CREATE INDEX standardUsedIdentifier_on_expiresAt ON standardUsedIdentifier (expiresAt);

-- The number of stored identifiers per client, maintained by triggers.
CREATE TABLE standardIdentifierCount (
    clientID TEXT PRIMARY KEY NOT NULL,
    count INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER identifier_insert AFTER INSERT ON standardUsedIdentifier BEGIN
    INSERT INTO standardIdentifierCount (clientID, count) VALUES (NEW.clientID, 1)
    ON CONFLICT (clientID) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER identifier_delete AFTER DELETE ON standardUsedIdentifier BEGIN
    UPDATE standardIdentifierCount SET count = count - 1 WHERE clientID = OLD.clientID;
    DELETE FROM standardIdentifierCount WHERE clientID = OLD.clientID AND count = 0;
END;
