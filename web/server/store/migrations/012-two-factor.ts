import type { Dialect } from './dialect'

/**
 * Adds the second factor of people in the form of better-auth, which workspace requires one, and which sessions began at
 * an identity provider, that asks for a second factor itself.
 */
export const twoFactorMigration = ({ boolean, date }: Dialect): string => `
ALTER TABLE "user" ADD COLUMN "twoFactorEnabled" ${boolean};
ALTER TABLE "organization" ADD COLUMN "requiresTwoFactor" ${boolean};
ALTER TABLE "session" ADD COLUMN "provider" TEXT;
CREATE TABLE "twoFactor" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "secret" TEXT NOT NULL,
  "backupCodes" TEXT NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "verified" ${boolean},
  "failedVerificationCount" INTEGER,
  "lockedUntil" ${date}
);
CREATE INDEX "twoFactor_secret_idx" ON "twoFactor" ("secret");
CREATE INDEX "twoFactor_userId_idx" ON "twoFactor" ("userId");
`
