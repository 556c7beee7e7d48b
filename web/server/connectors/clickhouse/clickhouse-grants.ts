/** The rights of a user to read a database's tables. */
export interface ReadingRights {
  /** hidesOthers: columns that are not asked about here may be there, and cannot be read. */
  of(table: string, columns: readonly string[]): { readonly readable: readonly string[]; readonly hidesOthers: boolean }
}

/** One right or the lack of it. null: of any database, table or column. isPrefix: of the tables whose name begins so. */
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
/** Statements about reading in a form unknown here, such as rights on all databases whose name begins alike. */
const aboutReading = /^(?:GRANT|REVOKE) .*\b(?:SELECT|ALL)\b.* ON /s
const roleStatement = new RegExp(`^GRANT (${name}(?:, ${name})*) TO `)

/**
 * The rights to read in the statements of SHOW GRANTS. holders: the user's own, and those of each role where the server does
 * not put them together; what one of them may read may be read. Of the statements of one holder the narrower one holds.
 * null: one of them is about reading in a way that is not known here.
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

/** The roles that statements of SHOW GRANTS give. */
export function rolesIn(statements: readonly string[]): readonly string[] {
  return statements.flatMap((text) => namesIn(roleStatement.exec(text)?.[1] ?? ''))
}

/** A name as ClickHouse's SQL has it between backquotes. */
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

/** True if the narrowest of them gives the right. */
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
