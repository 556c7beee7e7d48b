import type { Dialect } from './dialect'

/**
 * Stores what is sent on a schedule, by the id of its job, and the files of mails that wait to be sent. secret: signs the
 * links that end it. fingerprint: of what was sent last. content: base64.
 */
export const subscriptionsMigration = ({ key, integer, keyed, strict }: Dialect): string => `
CREATE TABLE subscription (
  id ${key} PRIMARY KEY NOT NULL,
  org ${key} NOT NULL,
  choice TEXT NOT NULL,
  secret TEXT NOT NULL,
  fingerprint TEXT,
  stopped TEXT,
  created_by ${key} NOT NULL,
  created_at ${integer} NOT NULL
)${keyed};
CREATE INDEX subscription_of_org ON subscription (org, created_at);

CREATE TABLE job_file (
  id ${key} PRIMARY KEY NOT NULL,
  content TEXT NOT NULL,
  created_at ${integer} NOT NULL
)${strict};
CREATE INDEX job_file_created ON job_file (created_at);
`
