import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { Client, TypeOverrides, types, type ClientConfig } from 'pg'

/** How long a connection may take to come about, from the pool too. */
const connectionTimeoutMs = 10_000

const oldestVersion = 15
const versionFactor = 10_000

/** The only place where bigint leaves PostgreSQL: node-postgres hands it out as text. */
const numberTypes = new TypeOverrides()
numberTypes.setTypeParser(types.builtins.INT8, toSafeInteger)

/**
 * Returns the settings of every connection of the store. Statements may be sent before the one before is answered: they
 * are answered in order, and the round trips overlap.
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
 * A connection of its own, outside the pools. Fails with `config-invalid` for an address that cannot be read or a server
 * that is too old or keeps text in another encoding than UTF-8, else with the driver's error.
 */
export async function connect(config: ClientConfig): Promise<Client> {
  const client = createClient(config)
  // What ends a connection also fails its next statement, which is where it is handled.
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
    // The error of the parser holds the whole address, with its password.
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
