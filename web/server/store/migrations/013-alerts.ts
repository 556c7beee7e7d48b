import type { Dialect } from './dialect'

/**
 * Stores alerts, by the id of the job that checks each, and the history of their checks. state: what is known of each group
 * between checks. results: the values of a check. A check has the key of its run, so that one done again is stored once.
 */
export const alertsMigration = ({ key, integer, keyed }: Dialect): string => `
CREATE TABLE alert (
  id ${key} PRIMARY KEY NOT NULL,
  org ${key} NOT NULL,
  name TEXT NOT NULL,
  choice TEXT NOT NULL,
  state TEXT NOT NULL,
  stopped TEXT,
  snoozed_until ${integer},
  created_by ${key} NOT NULL,
  created_at ${integer} NOT NULL
)${keyed};
CREATE INDEX alert_of_org ON alert (org, created_at);

CREATE TABLE alert_check (
  id ${key} PRIMARY KEY NOT NULL,
  alert_id ${key} NOT NULL,
  at ${integer} NOT NULL,
  outcome TEXT NOT NULL,
  note TEXT,
  results TEXT NOT NULL
)${keyed};
CREATE INDEX alert_check_of_alert ON alert_check (alert_id, at);
`
