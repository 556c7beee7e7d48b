import type { Dialect } from './dialect'

/**
 * Creates the tables of accounts, memberships, tokens and the audit log. Tables with camel-case columns belong to
 * better-auth and have the form it expects, which a test compares; in SQLite it stores dates as ISO texts. Our own
 * tables store times in Unix milliseconds.
 */
export const accountsMigration = ({ integer, boolean, date, strict }: Dialect): string => `
CREATE TABLE "user" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL UNIQUE,
  "emailVerified" ${boolean} NOT NULL,
  "image" TEXT,
  "createdAt" ${date} NOT NULL,
  "updatedAt" ${date} NOT NULL
);
CREATE TABLE "session" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "expiresAt" ${date} NOT NULL,
  "token" TEXT NOT NULL UNIQUE,
  "createdAt" ${date} NOT NULL,
  "updatedAt" ${date} NOT NULL,
  "ipAddress" TEXT,
  "userAgent" TEXT,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "activeOrganizationId" TEXT
);
CREATE INDEX "session_userId_idx" ON "session" ("userId");
CREATE TABLE "account" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "accountId" TEXT NOT NULL,
  "providerId" TEXT NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "accessToken" TEXT,
  "refreshToken" TEXT,
  "idToken" TEXT,
  "accessTokenExpiresAt" ${date},
  "refreshTokenExpiresAt" ${date},
  "scope" TEXT,
  "password" TEXT,
  "createdAt" ${date} NOT NULL,
  "updatedAt" ${date} NOT NULL
);
CREATE INDEX "account_userId_idx" ON "account" ("userId");
CREATE TABLE "verification" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "identifier" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "expiresAt" ${date} NOT NULL,
  "createdAt" ${date} NOT NULL,
  "updatedAt" ${date} NOT NULL
);
CREATE INDEX "verification_identifier_idx" ON "verification" ("identifier");
CREATE TABLE "rateLimit" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "key" TEXT NOT NULL UNIQUE,
  "count" INTEGER NOT NULL,
  "lastRequest" BIGINT NOT NULL
);

CREATE TABLE "organization" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL UNIQUE,
  "logo" TEXT,
  "createdAt" ${date} NOT NULL,
  "metadata" TEXT
);
CREATE TABLE "member" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "role" TEXT NOT NULL CHECK ("role" IN ('viewer', 'explorer', 'editor', 'admin', 'owner')),
  "createdAt" ${date} NOT NULL
);
CREATE UNIQUE INDEX "member_once" ON "member" ("organizationId", "userId");
CREATE INDEX "member_userId_idx" ON "member" ("userId");
CREATE TABLE "invitation" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "email" TEXT NOT NULL,
  "role" TEXT,
  "status" TEXT NOT NULL,
  "expiresAt" ${date} NOT NULL,
  "createdAt" ${date} NOT NULL,
  "inviterId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "tokenHash" TEXT
);
CREATE INDEX "invitation_organizationId_idx" ON "invitation" ("organizationId");
CREATE INDEX "invitation_email_idx" ON "invitation" ("email");
CREATE UNIQUE INDEX "invitation_tokenHash" ON "invitation" ("tokenHash");

CREATE TABLE api_token (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at ${integer} NOT NULL,
  expires_at ${integer} NOT NULL,
  last_used_at ${integer}
)${strict};
CREATE INDEX api_token_org ON api_token (org, user_id);

CREATE TABLE audit_event (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT,
  at ${integer} NOT NULL,
  actor_user_id TEXT,
  actor_kind TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT,
  detail TEXT NOT NULL,
  ip TEXT
)${strict};
CREATE INDEX audit_event_org ON audit_event (org, at);
CREATE INDEX audit_event_person ON audit_event (actor_user_id, at) WHERE org IS NULL;

CREATE TABLE connection_secret (
  org TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  nonce TEXT NOT NULL,
  tag TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (org, connection_id)
)${strict};
`
