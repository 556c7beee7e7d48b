import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import { withReadAs } from '@tidemark/shared/datasets/read-as'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Field } from '@tidemark/shared/query/field'
import { quoteName } from '@/server/engine/sql/sql-quoting'
import type { ImportJob, PreviewJob, PreviewOutcome } from '../import-job'
import { mustAt, readRows, type PreparedSource } from '../import-source'
import { readFields } from './profile-parquet'
import { countReadAs, textOf } from './read-as-columns'
import { readSource } from './read-source'

const shownValues = 8
/** Values alike are shown once, so that some more are looked at. */
const lookedAt = 1000
const shownLength = 80

/** Tells what another reading of a column would change in a file that is read as the job says; nothing is kept. */
export async function previewReadAs(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: PreviewJob,
): Promise<PreviewOutcome> {
  const { column, as } = job.preview
  const isMeant = ({ name }: { readonly name: string }) => name.toLowerCase() === column.toLowerCase()
  const index = prepared.columns.findIndex(isMeant)
  if (index === -1)
    throw new TidemarkError('not-found', { detail: `The file has no column “${cutText(column, 80)}” any more.` })
  const present = await mustRead(connection, prepared, job)
  const source = await mustRead(connection, prepared, {
    ...job,
    readAs: withReadAs(job.readAs, column, as),
    knownColumns: job.knownColumns.filter((known) => !isMeant(known)),
  })
  const text = textOf(mustAt(prepared.columns, index))
  const before = mustAt(present.columns, index).expression
  const after = mustAt(source.columns, index).expression
  const columns = source.columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`)
  const fields = await readFields(connection, `SELECT ${columns.join(', ')} FROM ${source.from}`)
  const [beforeField] = await readFields(connection, `SELECT ${before} AS v FROM ${source.from}`)
  const shownBefore = shownSql(before, beforeField)
  const shownAfter = shownSql(after, fields[index])
  const isChanged = `${shownBefore} IS DISTINCT FROM ${shownAfter}`
  const [counts = []] = await readRows(
    connection,
    `SELECT CAST(count(*) AS DOUBLE), CAST(count_if(${isChanged}) AS DOUBLE) FROM ${source.from}`,
  )
  const valuesWhere = async (condition: string) => {
    const shown = [text, shownBefore, shownAfter].map((value) => `left(${value}, ${shownLength})`)
    const rows = await readRows(
      connection,
      `SELECT ${shown.join(', ')} FROM ${source.from} WHERE ${condition} LIMIT ${lookedAt}`,
    )
    return rows.map((row) => row.map((value) => (typeof value === 'string' ? value : null)))
  }
  const rows = [...(await valuesWhere(isChanged)), ...(await valuesWhere(`NOT (${isChanged})`))]
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  const found =
    as === null
      ? { markedCount: 0, misfitCount: 0, misfits: [] }
      : await countReadAs(connection, source.from, mustAt(prepared.columns, index), as)
  return {
    kind: 'preview',
    rowCount: Number(counts[0]),
    changedCount: Number(counts[1]),
    ...found,
    misfits: [...found.misfits],
    values: distinct.slice(0, shownValues).map(([value = null, was = null, becomes = null]) => ({
      text: value,
      before: was,
      after: becomes,
    })),
    columns: fields.map(({ name, type }) => ({ name, type })),
  }
}

/** The value as text, in which the same number is written alike in each type. */
function shownSql(expression: string, field: Field | undefined): string {
  const text = `CAST(${expression} AS VARCHAR)`
  return field?.type === 'number' ? `regexp_replace(${text}, '[.]0$', '')` : text
}

/** Nobody is asked about rows: what became of them is said already. */
async function mustRead(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: ImportJob,
): Promise<PreparedSource> {
  const read = await readSource(connection, prepared, job)
  if (read.kind === 'bad-rows') throw new Error('a preview asks about rows')
  return read.source
}
