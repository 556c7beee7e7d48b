import type { Dialect } from './dialect'

/**
 * Stores work that is done later or again and again, the history of its runs, and the webhooks that it may deliver to.
 * run_at: when a job may next be taken; while it runs, when its lease ends. due_at: the time that it is for, which
 * retries keep.
 */
export const jobsMigration = ({ key, integer, smallInteger, keyed, strict }: Dialect): string => `
CREATE TABLE job (
  id ${key} PRIMARY KEY NOT NULL,
  org ${key} NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  payload TEXT NOT NULL,
  pattern TEXT,
  time_zone TEXT,
  state TEXT NOT NULL,
  paused ${smallInteger} NOT NULL,
  due_at ${integer} NOT NULL,
  run_at ${integer} NOT NULL,
  attempts ${integer} NOT NULL,
  fence ${integer} NOT NULL,
  error TEXT,
  ended_at ${integer},
  created_by TEXT NOT NULL,
  created_at ${integer} NOT NULL
)${keyed};
CREATE INDEX job_open ON job (run_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX job_of_org ON job (org, created_at);

CREATE TABLE job_run (
  id ${key} PRIMARY KEY NOT NULL,
  org ${key} NOT NULL,
  job_id ${key} NOT NULL,
  due_at ${integer} NOT NULL,
  attempt ${integer} NOT NULL,
  started_at ${integer} NOT NULL,
  ended_at ${integer} NOT NULL,
  outcome TEXT NOT NULL,
  note TEXT
)${strict};
CREATE INDEX job_run_of_job ON job_run (job_id, ended_at);
CREATE INDEX job_run_ended ON job_run (ended_at);

CREATE TABLE webhook (
  id ${key} PRIMARY KEY NOT NULL,
  org ${key} NOT NULL,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  host TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at ${integer} NOT NULL
)${keyed};
CREATE INDEX webhook_of_org ON webhook (org, created_at);
`
