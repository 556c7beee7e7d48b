/** A name for the database: to a browser, all instances on it are one server. Browsers keep what they synced under it. */
export const installationMigration = `
ALTER TABLE tidemark ADD COLUMN installation text NOT NULL DEFAULT gen_random_uuid()::text;
`
