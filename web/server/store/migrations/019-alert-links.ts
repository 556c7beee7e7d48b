import type { Dialect } from './dialect'

/**
 * Adds to an alert the secret of the links that end its mails, NULL until it has told somebody, and a version that each
 * change and check raises, so that a check of what has changed meanwhile writes and tells nothing.
 */
export const alertLinksMigration = ({ integer }: Dialect): string => `
ALTER TABLE alert ADD COLUMN secret TEXT;
ALTER TABLE alert ADD COLUMN version ${integer} NOT NULL DEFAULT 0;
`
