/** The rights of a user to read the tables of a database. */
export interface ReadingRights {
  /**
   * Returns the readable ones of these columns. hidesOthers: the table may have other columns, which cannot be read.
   */
  of(table: string, columns: readonly string[]): { readonly readable: readonly string[]; readonly hidesOthers: boolean }
}

/**
 * A right that is granted or revoked. null: any database, table or column. isPrefix: applies to tables whose name
 * begins with `table`.
 */
interface Grant {
  readonly isGiven: boolean
  readonly database: string | null
  readonly table: string | null
  readonly isPrefix: boolean
  readonly column: string | null
}

const quoted = '`(?:[^`\\\\]|\\\\.)*`'
const name = `(?:${quoted}|[A-Za-z_][A-Za-z0-9_]*)`
const item = new RegExp(`([A-Za-z][A-Za-z0-9_ ]*)(?:\\((${name}(?:, ${name})*)\\))?(?:, |$)`, 'y')
const statement = new RegExp(`^(GRANT|REVOKE) ((?:${quoted}|[^\`])+?) ON (\\*|${name})\\.(${name})?(\\*?) (?:TO|FROM) `)
/**
 * Matches statements about reading in a form that is not supported here, such as rights on all databases with a prefix.
 */
const aboutReading = /^(?:GRANT|REVOKE) .*\b(?:SELECT|ALL)\b.* ON /s
const roleStatement = new RegExp(`^GRANT (${name}(?:, ${name})*) TO `)

/**
 * Parses the rights to read from the output of SHOW GRANTS. holders: the statements of the user and, if the server does
 * not combine them, of each role; a right of any holder suffices. Among the statements of one holder, the narrowest one
 * applies. null: a statement about reading cannot be parsed.
 */
export function readingRights(holders: readonly (readonly string[])[], database: string): ReadingRights | null {
  if (holders.flat().some((text) => aboutReading.test(text) && !statement.test(text))) return null
  const grants = holders.map((statements) =>
    statements.flatMap(grantsOf).filter((grant) => grant.database === null || grant.database === database),
  )
  return {
    of: (table, columns) => {
      const known = grants.map((all) => all.filter((grant) => isOf(grant, table)))
      const ofTable = known.map((all) => heldBy(all.filter(({ column }) => column === null)))
      const isReadable = (column: string) =>
        known.some((all, index) => all.find((grant) => grant.column === column)?.isGiven ?? ofTable[index])
      const isWhole = known.some(
        (all, index) => ofTable[index] === true && all.every(({ column, isGiven }) => column === null || isGiven),
      )
      return { readable: columns.filter(isReadable), hidesOthers: !isWhole }
    },
  }
}

/** Returns the roles granted by statements of SHOW GRANTS. */
export function rolesIn(statements: readonly string[]): readonly string[] {
  return statements.flatMap((text) => namesIn(roleStatement.exec(text)?.[1] ?? ''))
}

/** Quotes a name with backquotes. */
export function quoteRole(role: string): string {
  return `\`${role.replace(/[\\`]/g, '\\$&')}\``
}

function grantsOf(text: string): Grant[] {
  const [, verb, rights = '', of = '*', table, star = ''] = statement.exec(text) ?? []
  if (verb === undefined) return []
  const place = {
    isGiven: verb === 'GRANT',
    database: of === '*' ? null : plainName(of),
    table: table === undefined ? null : plainName(table),
    isPrefix: star !== '' && table !== undefined,
  }
  return [...rights.matchAll(new RegExp(item, 'gy'))].flatMap(([, right, columns]): Grant[] => {
    if (right !== 'SELECT' && right !== 'ALL') return []
    return columns === undefined
      ? [{ ...place, column: null }]
      : namesIn(columns).map((column) => ({ ...place, column }))
  })
}

function isOf({ table, isPrefix }: Grant, wanted: string): boolean {
  return table === null || (isPrefix ? wanted.startsWith(table) : wanted === table)
}

/** Returns true if the narrowest grant gives the right. */
function heldBy(grants: readonly Grant[]): boolean {
  const widthOf = ({ database, table, isPrefix }: Grant) =>
    database === null ? -2 : table === null ? -1 : isPrefix ? table.length : Infinity
  return grants.toSorted((a, b) => widthOf(b) - widthOf(a))[0]?.isGiven ?? false
}

function namesIn(list: string): readonly string[] {
  return (list.match(new RegExp(name, 'g')) ?? []).map(plainName)
}

function plainName(written: string): string {
  return written.startsWith('`') ? written.slice(1, -1).replace(/\\(.)/gs, '$1') : written
}
