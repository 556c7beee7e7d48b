/** Adds what admins say of a member, as a JSON object; NULL is nothing. */
export const memberAttributesMigration = (): string => 'ALTER TABLE "member" ADD COLUMN "attributes" TEXT;'
