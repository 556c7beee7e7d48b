import type { EngineName } from './answering-engines'

/** Attacks, and the statements that would carry them out on each engine. FILE: a file of the machine. */
export const hostileStatements: Readonly<Record<string, Readonly<Record<EngineName, readonly string[]>>>> = {
  'read a file': {
    DuckDB: [
      "SELECT * FROM read_text('FILE')",
      "SELECT * FROM 'FILE'",
      "SELECT (SELECT content FROM read_blob('FILE'))",
      "SELECT * FROM glob('/etc/*')",
    ],
    PostgreSQL: [
      "SELECT pg_read_file('FILE')",
      'SELECT pg_catalog."pg_read_binary_file" /**/ (\'FILE\')',
      "SELECT * FROM pg_ls_dir('/etc')",
      "SELECT lo_import('FILE')",
      "SELECT query_to_xml('SELECT pg_read_file(''FILE'')', true, true, '')",
      'SELECT * FROM pg_hba_file_rules',
      'SELECT U&"\\0070g_read_file"(\'FILE\')',
      "COPY customers FROM 'FILE'",
    ],
    MariaDB: [
      "SELECT LOAD_FILE('FILE')",
      "SELECT load_file /* */ ('FILE')",
      "LOAD DATA INFILE 'FILE' INTO TABLE customers",
    ],
  },
  'write a file': {
    DuckDB: ["COPY (SELECT 1) TO 'FILE'", "EXPLAIN ANALYZE COPY (SELECT 1) TO 'FILE'", "EXPORT DATABASE 'FILE.d'"],
    PostgreSQL: ["COPY (SELECT 1) TO 'FILE'", "COPY (SELECT 1) TO PROGRAM 'touch FILE'", "SELECT lo_export(1, 'FILE')"],
    MariaDB: [
      "SELECT 1 INTO OUTFILE 'FILE'",
      "SELECT 1 INTO DUMPFILE 'FILE'",
      "SELECT 1 /*!50000 INTO OUTFILE 'FILE' */",
    ],
  },
  'attach, install or load': {
    DuckDB: ["ATTACH 'FILE' AS x", 'INSTALL httpfs', 'LOAD httpfs', "LOAD 'FILE'"],
    PostgreSQL: [
      "LOAD 'FILE'",
      'CREATE EXTENSION dblink',
      "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(a int)",
    ],
    MariaDB: [
      "INSTALL SONAME 'ha_connect'",
      "INSTALL PLUGIN x SONAME 'x.so'",
      "CREATE FUNCTION f RETURNS STRING SONAME 'x.so'",
    ],
  },
  'change a setting': {
    DuckDB: ['SET enable_external_access = true', 'PRAGMA enable_profiling', 'RESET memory_limit'],
    PostgreSQL: ['SET statement_timeout = 0', "SELECT set_config('transaction_read_only', 'off', false)", 'RESET ALL'],
    MariaDB: ['SET GLOBAL max_connections = 1', 'SET SESSION TRANSACTION READ WRITE', 'SELECT 1 INTO @kept'],
  },
  'fetch from the network': {
    DuckDB: [
      "SELECT * FROM 'https://example.org/x.csv'",
      "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
      "SELECT * FROM 's3://b/x'",
    ],
    PostgreSQL: [
      "SELECT dblink_connect('host=127.0.0.1 port=1')",
      "COPY customers FROM PROGRAM 'curl http://127.0.0.1:1'",
    ],
    MariaDB: ["CREATE TABLE f (a int) ENGINE=FEDERATED CONNECTION='mysql://x@127.0.0.1:1/a/b'"],
  },
  'change data': {
    DuckDB: ['DELETE FROM customers', 'CREATE TABLE x AS SELECT 1', 'SELECT 1; DROP VIEW customers'],
    PostgreSQL: [
      'WITH gone AS (DELETE FROM customers RETURNING id) SELECT * FROM gone',
      'SELECT * INTO copied FROM customers',
      'DO $$ BEGIN DELETE FROM customers; END $$',
    ],
    MariaDB: ['DELETE FROM customers', 'SELECT 1; DELETE FROM customers', 'WITH t AS (SELECT 1) DELETE FROM customers'],
  },
  'end what others run': {
    DuckDB: ['SELECT * FROM force_checkpoint()'],
    PostgreSQL: [
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
      'SELECT pg_reload_conf()',
      'SELECT pg_advisory_lock(1)',
    ],
    MariaDB: ['KILL 1', "SELECT GET_LOCK('x', 100)", 'SHUTDOWN'],
  },
}

/** Allowed statements that never end or need more resources than there are. */
export const endlessStatements: Readonly<Record<EngineName, readonly string[]>> = {
  DuckDB: [
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
    'SELECT list(range) FROM range(1000000000)',
  ],
  PostgreSQL: [
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT count(*) FROM r',
    "SELECT repeat('x', 2000000000)",
    'SELECT count(*) FROM generate_series(1, 10000000000) a, generate_series(1, 10000000000) b',
  ],
  MariaDB: [
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT count(*) FROM r',
    "SELECT REPEAT('x', 4000000000)",
    'SELECT count(*) FROM seq_1_to_10000000000 a, seq_1_to_10000000000 b WHERE a.seq < 0 - b.seq',
  ],
}
