-- A store of schema 6 as version 0.1.0 leaves it, written out by sqlite3's .dump.
PRAGMA application_id = 0x54494445;
PRAGMA user_version = 6;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE org (
  id TEXT PRIMARY KEY,
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  gc_version INTEGER NOT NULL
, folders_version INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO org VALUES('acme',1,3,0,3);
CREATE TABLE entry (
  org TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  version INTEGER NOT NULL,
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1) AND deleted = (value IS NULL)),
  audience TEXT NOT NULL, since INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (org, key)
) STRICT;
INSERT INTO entry VALUES('acme','folder/old','{"id":"old","parentId":null,"name":"old","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','chart/top','{"id":"top","folderId":null,"name":"top","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','chart/in','{"id":"in","folderId":"old","name":"in","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','chart/lost','{"id":"lost","folderId":"gone","name":"lost","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','dashboard/d','{"id":"d","folderId":"old","name":"d","description":"","order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','tab/d/t','{"id":"t","dashboardId":"d","name":"t","order":"a0","createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','tile/d/x','{"id":"x","dashboardId":"d","tabId":"t","content":{"kind":"text","text":"x"},"place":{"x":0,"y":0,"w":4,"h":3},"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}',1,0,'everyone',1);
INSERT INTO entry VALUES('acme','folder/gone',NULL,3,1,'everyone',2);
CREATE TABLE client_group (
  id TEXT PRIMARY KEY,
  org TEXT NOT NULL,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE client (
  id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES client_group (id) ON DELETE CASCADE,
  last_mutation_id INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE revision (
  org TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  value TEXT,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (org, key, version)
) STRICT;
INSERT INTO revision VALUES('acme','folder/old',1,'{"id":"old","parentId":null,"name":"old","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','chart/top',1,'{"id":"top","folderId":null,"name":"top","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','chart/in',1,'{"id":"in","folderId":"old","name":"in","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','chart/lost',1,'{"id":"lost","folderId":"gone","name":"lost","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','dashboard/d',1,'{"id":"d","folderId":"old","name":"d","description":"","order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','tab/d/t',1,'{"id":"t","dashboardId":"d","name":"t","order":"a0","createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','tile/d/x',1,'{"id":"x","dashboardId":"d","tabId":"t","content":{"kind":"text","text":"x"},"place":{"x":0,"y":0,"w":4,"h":3},"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','folder/gone',2,'{"id":"gone","parentId":null,"name":"gone","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}','ann',1700000000000);
INSERT INTO revision VALUES('acme','folder/gone',3,NULL,'ann',1700000000000);
CREATE TABLE IF NOT EXISTS "user" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL UNIQUE,
  "emailVerified" INTEGER NOT NULL,
  "image" TEXT,
  "createdAt" DATE NOT NULL,
  "updatedAt" DATE NOT NULL
);
INSERT INTO user VALUES('ann','Ann','ann@example.com',1,NULL,'2023-11-14T22:13:20.000Z','2023-11-14T22:13:20.000Z');
CREATE TABLE IF NOT EXISTS "session" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "expiresAt" DATE NOT NULL,
  "token" TEXT NOT NULL UNIQUE,
  "createdAt" DATE NOT NULL,
  "updatedAt" DATE NOT NULL,
  "ipAddress" TEXT,
  "userAgent" TEXT,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "activeOrganizationId" TEXT
);
CREATE TABLE IF NOT EXISTS "account" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "accountId" TEXT NOT NULL,
  "providerId" TEXT NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "accessToken" TEXT,
  "refreshToken" TEXT,
  "idToken" TEXT,
  "accessTokenExpiresAt" DATE,
  "refreshTokenExpiresAt" DATE,
  "scope" TEXT,
  "password" TEXT,
  "createdAt" DATE NOT NULL,
  "updatedAt" DATE NOT NULL
);
CREATE TABLE IF NOT EXISTS "verification" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "identifier" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "expiresAt" DATE NOT NULL,
  "createdAt" DATE NOT NULL,
  "updatedAt" DATE NOT NULL
);
CREATE TABLE IF NOT EXISTS "rateLimit" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "key" TEXT NOT NULL UNIQUE,
  "count" INTEGER NOT NULL,
  "lastRequest" BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS "organization" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL UNIQUE,
  "logo" TEXT,
  "createdAt" DATE NOT NULL,
  "metadata" TEXT
);
CREATE TABLE IF NOT EXISTS "member" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "role" TEXT NOT NULL CHECK ("role" IN ('viewer', 'explorer', 'editor', 'admin', 'owner')),
  "createdAt" DATE NOT NULL
);
CREATE TABLE IF NOT EXISTS "invitation" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "email" TEXT NOT NULL,
  "role" TEXT,
  "status" TEXT NOT NULL,
  "expiresAt" DATE NOT NULL,
  "createdAt" DATE NOT NULL,
  "inviterId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "tokenHash" TEXT
);
CREATE TABLE api_token (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE TABLE audit_event (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT,
  at INTEGER NOT NULL,
  actor_user_id TEXT,
  actor_kind TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT,
  detail TEXT NOT NULL,
  ip TEXT
) STRICT;
CREATE TABLE connection_secret (
  org TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  nonce TEXT NOT NULL,
  tag TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (org, connection_id)
) STRICT;
CREATE TABLE audience_move (
  org TEXT NOT NULL,
  audience TEXT NOT NULL,
  version INTEGER NOT NULL,
  key TEXT NOT NULL,
  since INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (org, audience, version, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE audience_set (
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  audiences TEXT NOT NULL,
  kept_at INTEGER NOT NULL,
  PRIMARY KEY (org, user_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE category_hue (
  org TEXT NOT NULL,
  column_name TEXT NOT NULL,
  category TEXT NOT NULL,
  hue INTEGER NOT NULL,
  PRIMARY KEY (org, column_name, category)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_changes ON entry (org, audience, version);
CREATE INDEX entry_live ON entry (org, audience, key) WHERE deleted = 0;
CREATE INDEX client_group_org ON client_group (org);
CREATE INDEX client_changes ON client (group_id, version);
CREATE TRIGGER entry_insert_stamped BEFORE INSERT ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
CREATE TRIGGER entry_delete_tombstone BEFORE DELETE ON entry WHEN OLD.deleted = 0
BEGIN SELECT RAISE(ABORT, 'only tombstones are deleted'); END;
CREATE INDEX "session_userId_idx" ON "session" ("userId");
CREATE INDEX "account_userId_idx" ON "account" ("userId");
CREATE INDEX "verification_identifier_idx" ON "verification" ("identifier");
CREATE UNIQUE INDEX "member_once" ON "member" ("organizationId", "userId");
CREATE INDEX "member_userId_idx" ON "member" ("userId");
CREATE INDEX "invitation_organizationId_idx" ON "invitation" ("organizationId");
CREATE INDEX "invitation_email_idx" ON "invitation" ("email");
CREATE UNIQUE INDEX "invitation_tokenHash" ON "invitation" ("tokenHash");
CREATE INDEX api_token_org ON api_token (org, user_id);
CREATE INDEX audit_event_org ON audit_event (org, at);
CREATE INDEX audit_event_person ON audit_event (actor_user_id, at) WHERE org IS NULL;
CREATE INDEX entry_tombstones ON entry (org, version) WHERE deleted = 1;
CREATE TRIGGER entry_update_stamped BEFORE UPDATE ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
COMMIT;
