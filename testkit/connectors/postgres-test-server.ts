import { createTestDatabase } from '../store/postgres-test-database'
import { setupSql, type TestServer } from './connector-contract'

/** Creates a separate database on the run's PostgreSQL. */
export async function createTestPostgres(): Promise<TestServer> {
  const database = await createTestDatabase()
  for (const sql of setupSql) await database.query(sql)
  await database.query('CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100')
  const { hostname, port, pathname, username, password } = new URL(database.url)
  const count = async (where: string) =>
    Number(
      (
        await database.query(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND ${where}`,
        )
      )[0]?.['n'],
    )
  return {
    settings: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: username,
      password,
      tls: 'off',
      caCertificate: null,
    },
    query: database.query,
    countRunning: (text) => count(`state = 'active' AND query LIKE '%${text}%'`),
    countConnections: () => count("application_name = 'tidemark query'"),
    close: database.drop,
  }
}
