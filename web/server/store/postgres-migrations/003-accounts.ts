/**
 * Accounts, memberships, tokens and the audit log. The tables with names in camel case are better-auth's and of the form
 * that it expects (a test compares them). Ours keep times in Unix milliseconds.
 */
export const accountsMigration = `
CREATE TABLE "user" (
  "id" text NOT NULL PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  "image" text,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);
CREATE TABLE "session" (
  "id" text NOT NULL PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  "token" text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "activeOrganizationId" text
);
CREATE INDEX "session_userId_idx" ON "session" ("userId");
CREATE TABLE "account" (
  "id" text NOT NULL PRIMARY KEY,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);
CREATE INDEX "account_userId_idx" ON "account" ("userId");
CREATE TABLE "verification" (
  "id" text NOT NULL PRIMARY KEY,
  "identifier" text NOT NULL,
  "value" text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);
CREATE INDEX "verification_identifier_idx" ON "verification" ("identifier");
CREATE TABLE "rateLimit" (
  "id" text NOT NULL PRIMARY KEY,
  "key" text NOT NULL UNIQUE,
  "count" integer NOT NULL,
  "lastRequest" bigint NOT NULL
);

CREATE TABLE "organization" (
  "id" text NOT NULL PRIMARY KEY,
  "name" text NOT NULL,
  "slug" text NOT NULL UNIQUE,
  "logo" text,
  "createdAt" timestamptz NOT NULL,
  "metadata" text
);
CREATE TABLE "member" (
  "id" text NOT NULL PRIMARY KEY,
  "organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "role" text NOT NULL CHECK ("role" IN ('viewer', 'explorer', 'editor', 'admin', 'owner')),
  "createdAt" timestamptz NOT NULL
);
CREATE UNIQUE INDEX "member_once" ON "member" ("organizationId", "userId");
CREATE INDEX "member_userId_idx" ON "member" ("userId");
CREATE TABLE "invitation" (
  "id" text NOT NULL PRIMARY KEY,
  "organizationId" text NOT NULL REFERENCES "organization" ("id") ON DELETE CASCADE,
  "email" text NOT NULL,
  "role" text,
  "status" text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL,
  "inviterId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "tokenHash" text
);
CREATE INDEX "invitation_organizationId_idx" ON "invitation" ("organizationId");
CREATE INDEX "invitation_email_idx" ON "invitation" ("email");
CREATE UNIQUE INDEX "invitation_tokenHash" ON "invitation" ("tokenHash");

CREATE TABLE api_token (
  id text NOT NULL PRIMARY KEY,
  org text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text NOT NULL,
  role text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX api_token_org ON api_token (org, user_id);

CREATE TABLE audit_event (
  id text NOT NULL PRIMARY KEY,
  org text,
  at bigint NOT NULL,
  actor_user_id text,
  actor_kind text NOT NULL,
  action text NOT NULL,
  target text,
  detail text NOT NULL,
  ip text
);
CREATE INDEX audit_event_org ON audit_event (org, at);
CREATE INDEX audit_event_person ON audit_event (actor_user_id, at) WHERE org IS NULL;

CREATE TABLE connection_secret (
  org text NOT NULL,
  connection_id text NOT NULL,
  key_id text NOT NULL,
  nonce text NOT NULL,
  tag text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (org, connection_id)
);
`
