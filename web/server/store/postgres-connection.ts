import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { Client, TypeOverrides, types, type ClientConfig } from 'pg'

/** The time limit for connecting, also for getting a connection from the pool. */
const connectionTimeoutMs = 10_000

const oldestVersion = 15
const versionFactor = 10_000

/** Parses int8 as a number; node-postgres returns text by default. No other code handles PostgreSQL's bigint. */
const numberTypes = new TypeOverrides()
numberTypes.setTypeParser(types.builtins.INT8, toSafeInteger)

/**
 * Returns the settings of every connection of the store. Statements are pipelined: one may be sent before the previous
 * one is answered, so that the round trips overlap.
 */
export function connectionConfig(connectionString: string, name: string): ClientConfig {
  return {
    connectionString,
    application_name: `tidemark ${name}`,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: numberTypes,
  }
}

/**
 * Opens a connection outside the pools. Fails with `config-invalid` if the address cannot be parsed or if the server is
 * too old or not in UTF-8, else with the driver's error.
 */
export async function connect(config: ClientConfig): Promise<Client> {
  const client = createClient(config)
  // An error that ends the connection also fails its next statement, where it is handled.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await mustBeUsable(client)
    return client
  } catch (thrown) {
    await client.end()
    throw thrown
  }
}

function createClient(config: ClientConfig): Client {
  try {
    return new Client(config)
  } catch {
    // The parser's error contains the whole address, including its password.
    throw new TidemarkError('config-invalid', {
      detail: 'DATABASE_URL cannot be read.',
      hint: 'It looks like postgres://user:password@host:5432/database',
    })
  }
}

async function mustBeUsable(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  )
  for (const { version, encoding } of rows) {
    if (version < oldestVersion * versionFactor) {
      throw new TidemarkError('config-invalid', {
        detail: `DATABASE_URL leads to PostgreSQL ${Math.floor(version / versionFactor)}, which is too old.`,
        hint: `Tidemark needs PostgreSQL ${oldestVersion} or newer.`,
      })
    }
    if (encoding !== 'UTF8') {
      throw new TidemarkError('config-invalid', {
        detail: `DATABASE_URL leads to a database that keeps text as ${encoding}.`,
        hint: "Make one with: CREATE DATABASE tidemark ENCODING 'UTF8' TEMPLATE template0",
      })
    }
  }
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number))
    throw new TidemarkError('store-corrupt', { detail: `${text} is beyond the numbers that are exact` })
  return number
}
