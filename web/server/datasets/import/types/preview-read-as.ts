import type { DuckDBConnection } from '@duckdb/node-api'
import { cutText } from '@tidemark/shared/base/plain-text'
import { withReadAs } from '@tidemark/shared/datasets/read-as'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Field } from '@tidemark/shared/query/field'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'
import type { ImportJob, PreviewJob, PreviewOutcome } from '../import-job'
import { mustAt, readRows, type PreparedSource } from '../import-source'
import { readFields } from './profile-parquet'
import { decideReadings, textSql, valuesSql } from './read-as-columns'
import { readSource } from './read-source'

const shownValues = 8
const shownMisfits = 5
const shownLength = 80
/** The number of values considered for the examples; equal values are shown once. */
const lookedAt = 1000

/**
 * Returns what another reading of a column would change in a file read according to the job; stores nothing. The values
 * are stored in the engine once, because reading them takes long: as written (`t`), as they would be (`v`), and as they
 * are (`b`).
 */
export async function previewReadAs(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: PreviewJob,
): Promise<PreviewOutcome> {
  const { as, column } = job.preview
  const index = prepared.columns.findIndex(({ name }) => name.toLowerCase() === column.toLowerCase())
  if (index === -1)
    throw new TidemarkError('not-found', { detail: `The file has no column “${cutText(column, 80)}” any more.` })
  const { name, ...found } = mustAt(prepared.columns, index)
  const chosen = { name, text: textSql(found), as: as ?? { kind: 'text' } } as const
  await connection.run(
    `CREATE TEMP TABLE previewed AS SELECT * FROM ${await laidOut(connection, prepared, job, index)}`,
  )
  const [decided] = as === null ? [] : await decideReadings(connection, 'previewed', [chosen])
  const after = decided?.cast('v0') ?? 'v0'
  const [beforeField, afterField] = await readFields(connection, `SELECT b0, ${after} AS v FROM previewed`)
  const shown = ['t0', shownSql('b0', beforeField), shownSql(after, afterField)]
  const isChanged = `${shown[1]} IS DISTINCT FROM ${shown[2]}`
  const [counts = []] = await readRows(
    connection,
    `SELECT CAST(count(*) AS DOUBLE), CAST(count_if(${isChanged}) AS DOUBLE) FROM previewed`,
  )
  const firstWhere = async (condition: string) => {
    const select = shown.map((value) => `left(CAST(${value} AS VARCHAR), ${shownLength})`)
    const rows = await readRows(
      connection,
      `SELECT ${select.join(', ')} FROM previewed WHERE ${condition} LIMIT ${lookedAt}`,
    )
    return rows.map((row) => row.map((value) => (typeof value === 'string' ? value : null)))
  }
  const rows = [...(await firstWhere(isChanged)), ...(await firstWhere(`NOT (${isChanged})`))]
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  const misfits = decided === undefined ? [] : await firstWhere('NOT m0 AND v0 IS NULL')
  return {
    kind: 'preview',
    type: afterField?.type ?? 'text',
    rowCount: Number(counts[0]),
    changedCount: Number(counts[1]),
    markedCount: decided?.facts.markedCount ?? 0,
    misfitCount: decided?.facts.misfitCount ?? 0,
    misfits: [...new Set(misfits.map(([text]) => String(text)))].slice(0, shownMisfits),
    values: distinct.slice(0, shownValues).map(([text = null, was = null, becomes = null]) => ({
      text,
      before: was,
      after: becomes,
    })),
  }
}

/**
 * Returns a table expression with the values of a column. Current values come from the stored rows, which have the
 * file's order unless some were left out.
 */
async function laidOut(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: PreviewJob,
  index: number,
): Promise<string> {
  const { as, column, presentPath } = job.preview
  const { name, ...found } = mustAt(prepared.columns, index)
  const chosen = { name, text: textSql(found), as: as ?? { kind: 'text' } } as const
  if (presentPath !== null) {
    const before = `(SELECT ${quoteName(column)} AS b0 FROM read_parquet(${quoteText(presentPath)}))`
    if (as !== null) return `${valuesSql(prepared.from, [chosen])} POSITIONAL JOIN ${before}`
    const { from, columns } = await mustRead(connection, prepared, foundJob(job))
    const values = `SELECT ${chosen.text} AS t0, ${mustAt(columns, index).expression} AS v0 FROM ${from}`
    return `(${values}) POSITIONAL JOIN ${before}`
  }
  const present = await mustRead(connection, prepared, job)
  const before = `${mustAt(present.columns, index).expression} AS b0`
  if (as !== null) return valuesSql(present.from, [chosen], [before])
  const { from, columns } = await mustRead(connection, prepared, foundJob(job))
  return `(SELECT ${chosen.text} AS t0, ${mustAt(columns, index).expression} AS v0, ${before} FROM ${from})`
}

/** Returns the job without what was chosen or known about the column. */
function foundJob(job: PreviewJob): ImportJob {
  const { column } = job.preview
  const isOther = (known: { readonly name: string }) => known.name.toLowerCase() !== column.toLowerCase()
  return { ...job, readAs: withReadAs(job.readAs, column, null), knownColumns: job.knownColumns.filter(isOther) }
}

/** Reads the source. No question about rows can arise, because their treatment was decided at the import. */
async function mustRead(
  connection: DuckDBConnection,
  prepared: PreparedSource,
  job: ImportJob,
): Promise<PreparedSource> {
  const read = await readSource(connection, prepared, job)
  if (read.kind === 'bad-rows') throw new Error('a preview asks about rows')
  return read.source
}

/** Returns SQL for the value as text, with equal numbers written alike in every type. */
function shownSql(expression: string, field: Field | undefined): string {
  const text = `CAST(${expression} AS VARCHAR)`
  return field?.type === 'number' ? `regexp_replace(${text}, '[.]0$', '')` : text
}
