import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A cell as it is inserted into each database; null is NULL. Points in time are in UTC. */
export type Cell = string | number | null

/** type: a type name that all databases share, or `instant`, for which each has its own. */
interface TableColumn {
  readonly name: string
  readonly type: string
}

export interface StarTable {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

const columnsOf = (text: string): TableColumn[] =>
  text.split(', ').map((part) => {
    const [name = '', ...type] = part.split(' ')
    return { name, type: type.join(' ').replace('(12:2)', '(12,2)').replace('(6:4)', '(6,4)') }
  })

const countries = ['DE', 'US', 'JP', 'IN', 'BR', 'FR', 'GB', 'AU'] as const
const tiers = ['free', 'plus', 'pro'] as const
const statuses = ['paid', 'paid', 'paid', 'open', 'refunded', null] as const
const kinds = ['view', 'view', 'view', 'view', 'cart', 'buy', 'error'] as const
const categories = ['Books', 'Games', 'Garden', 'Kitchen', null] as const
const words = ['red', 'Äpfel', "O'Neil", '100%', 'under_score', 'back\\slash', 'naïve', '日本', '😀 smile', ' spaced ']

/** The period contains the clock changes of Berlin and New York in 2024. */
const firstInstant = Date.UTC(2024, 0, 1)
const lastInstant = Date.UTC(2024, 11, 31, 23, 59, 59)

/**
 * Returns customers, orders, their items, and events, the same for the same seed. The data is skewed: some customers
 * buy most, some orders have no customer, many values are missing, there are nearly as many sessions as events, and
 * instants are concentrated around clock changes.
 */
export function starSchema(seed = 20_240_331): readonly StarTable[] {
  const random = seededRandom(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const skewed = (below: number) => Math.floor(random() ** 3 * below)
  const pick = <T>(from: readonly T[]): T => from[whole(from.length)] as T
  const instant = (): string => {
    const near = [
      Date.UTC(2024, 2, 31, 1),
      Date.UTC(2024, 9, 27, 1),
      Date.UTC(2024, 2, 10, 7),
      Date.UTC(2024, 10, 3, 6),
    ]
    const at =
      random() < 0.15
        ? pick(near) + (whole(6 * 3600) - 3 * 3600) * 1000
        : firstInstant + whole((lastInstant - firstInstant) / 1000) * 1000
    return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  }
  const money = (below: number) => (whole(below * 100) / 100).toFixed(2)
  const customers = Array.from({ length: 150 }, (_, index): Cell[] => [
    index + 1,
    `${pick(words)} ${index + 1}`,
    random() < 0.1 ? null : pick(countries),
    pick(tiers),
    new Date(firstInstant + whole(366) * 86_400_000).toISOString().slice(0, 10),
    String(9_007_199_254_740_993n + BigInt(index) * 2n),
    random() < 0.2 ? null : money(100_000),
  ])
  const orders = Array.from({ length: 1000 }, (_, index): Cell[] => [
    index + 1,
    random() < 0.03 ? null : 1 + skewed(150),
    instant(),
    pick(statuses),
    random() < 0.3 ? null : (whole(5000) / 10_000).toFixed(4),
  ])
  const items = Array.from({ length: 2500 }, (_, index): Cell[] => [
    index + 1,
    1 + whole(1000),
    `SKU-${String(1 + skewed(900)).padStart(4, '0')}`,
    pick(categories),
    1 + skewed(9),
    random() < 0.05 ? null : money(500),
  ])
  const events = Array.from({ length: 11_000 }, (_, index): Cell[] => [
    index + 1,
    random() < 0.2 ? null : 1 + skewed(150),
    instant(),
    pick(kinds),
    `s${whole(9000)}`,
    random() < 0.1 ? null : Math.round((random() - 0.4) * 1e6) / 1e3,
    random() < 0.5 ? null : String(BigInt(whole(2 ** 30)) * 8_589_934_592n),
  ])
  return [
    {
      name: 'customers',
      columns: columnsOf(
        'id integer, name varchar(80), country varchar(2), tier varchar(8), signed_up date, external_id bigint, lifetime decimal(12:2)',
      ),
      rows: customers,
    },
    {
      name: 'orders',
      columns: columnsOf(
        'id integer, customer_id integer, ordered_at instant, status varchar(10), discount decimal(6:4)',
      ),
      rows: orders,
    },
    {
      name: 'items',
      columns: columnsOf(
        'id integer, order_id integer, sku varchar(12), category varchar(20), quantity integer, amount decimal(12:2)',
      ),
      rows: items,
    },
    {
      name: 'events',
      columns: columnsOf(
        'id integer, customer_id integer, happened_at instant, kind varchar(10), session varchar(10), score double precision, big bigint',
      ),
      rows: events,
    },
  ]
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns the statements that create, fill and index the table. write: writes a text as the database's literal. */
export function insertsOf(
  { name, columns, rows }: StarTable,
  instant: string,
  write: (text: string) => string = (text) => text,
): readonly string[] {
  const isNumber = columns.map(({ type }) => /^(integer|bigint|decimal|double)/.test(type))
  const literal = (cell: Cell, column: number) =>
    cell === null ? 'NULL' : isNumber[column] === true ? String(cell) : quoted(write(String(cell)))
  const statements = [
    `CREATE TABLE ${name} (${columns.map(({ name: column, type }) => `${column} ${type === 'instant' ? instant : type}${type === 'instant' ? ' NULL' : ''}`).join(', ')})`,
  ]
  for (let start = 0; start < rows.length; start += 2000) {
    const values = rows.slice(start, start + 2000).map((row) => `(${row.map(literal).join(', ')})`)
    statements.push(`INSERT INTO ${name} VALUES ${values.join(', ')}`)
  }
  // Without indexes MariaDB compares each row with every row of a joined table.
  for (const { name: column } of columns)
    if (column.endsWith('id')) statements.push(`CREATE INDEX ${name}_${column} ON ${name} (${column})`)
  return statements
}

/** Returns the SELECTs from which DuckDB reads each table, and the function that removes their files. */
export function asDuckdbSelects(tables: readonly StarTable[]): {
  readonly selects: Readonly<Record<string, string>>
  readonly remove: () => void
} {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-answers-'))
  const selects = tables.map(({ name, columns, rows }) => {
    const path = join(folder, `${name}.ndjson`)
    const text = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((column, index) => [column.name, row[index] ?? null]))),
    )
    writeFileSync(path, text.join('\n'))
    const types = columns.map(({ name: column }) => `'${column}': 'VARCHAR'`)
    const casts = columns.map(({ name: column, type }) =>
      type === 'instant'
        ? `CAST(${column} || '+00' AS timestamptz) AS ${column}`
        : `CAST(${column} AS ${type}) AS ${column}`,
    )
    return [
      name,
      `SELECT ${casts.join(', ')} FROM read_json('${path}', format = 'newline_delimited', columns = {${types.join(', ')}})`,
    ]
  })
  return { selects: Object.fromEntries(selects), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
