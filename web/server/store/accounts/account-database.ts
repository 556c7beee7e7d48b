import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { SqlConnection, SqlEngine, SqlResult, SqlTables } from '@/server/store/sql-tables'
import type { AccountTables } from './account-tables'

/** Typed statements on the tables of accounts, the same for both engines. */
export type AccountDatabase = Kysely<AccountTables>

/** Names a statement that runs often; see `SqlTables.read` for the effect of a name. */
export function named<Query extends CompiledQuery>(name: string, query: Query): Query & { readonly name: string } {
  return { ...query, name }
}

/** Opens the account tables. Each statement runs on its own; for several in one transaction use `inTransaction`. */
export function openAccountDatabase(tables: SqlTables): AccountDatabase {
  return openKysely(tables.engine, (asked) => {
    const { query, sql, parameters } = asked
    return SelectQueryNode.is(query) ? tables.read(sql, parameters, nameOf(asked)) : tables.write(sql, parameters)
  })
}

/** Opens the account tables within a writing transaction of an org; usable until that ends. */
export function inTransaction({ engine, run }: SqlConnection): AccountDatabase {
  return openKysely(engine, ({ sql, parameters }) => run(sql, parameters))
}

function nameOf(query: CompiledQuery): string | undefined {
  return 'name' in query && typeof query.name === 'string' ? query.name : undefined
}

type Run = (query: CompiledQuery) => Promise<SqlResult>

function openKysely(engine: SqlEngine, run: Run): AccountDatabase {
  const createDriver = () => new StoreDriver(run)
  const dialect: Dialect =
    engine === 'sqlite'
      ? {
          createDriver,
          createAdapter: () => new SqliteAdapter(),
          createIntrospector: (database) => new SqliteIntrospector(database),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        }
      : {
          createDriver,
          createAdapter: () => new PostgresAdapter(),
          createIntrospector: (database) => new PostgresIntrospector(database),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        }
  return new Kysely({ dialect })
}

/** Passes Kysely's statements to the store, which manages connections and transactions. */
class StoreDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: Run) {
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
        const { rows, changedCount } = await run(query)
        // The cast is safe: Kysely knows the columns of its own statement.
        return { rows: rows as Row[], numAffectedRows: BigInt(changedCount) }
      },
      streamQuery: () => {
        throw new Error('the store does not stream')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('transactions are the store’s: use Store.write')
  }
  async commitTransaction(): Promise<void> {
    await this.beginTransaction()
  }
  async rollbackTransaction(): Promise<void> {
    await this.beginTransaction()
  }
}
