import type { Chart } from '@tidemark/shared/charts/chart'
import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { columnNumberFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import { cellNumber } from '@tidemark/shared/charts/plot/read-columns'
import { isNumericType, type CellValue } from '@tidemark/shared/query/field'
import type { RunResult } from '@tidemark/shared/query/run-query'

/** A chart with its answer, and the address of its page. */
export interface SentChart {
  readonly chart: Pick<Chart, 'id' | 'name' | 'visual'>
  readonly result: RunResult
  readonly url: string
}

/**
 * The first rows of a chart, as a webhook gets them. rowCount: of all rows. Cells are as in answers of run-query. A
 * type, since interfaces are no JSON.
 */
type Figures = {
  readonly chartId: string
  readonly name: string
  readonly url: string
  readonly columns: { readonly name: string; readonly type: string }[]
  readonly rows: CellValue[][]
  readonly rowCount: number
}

const maxRows = 10
/** Many receivers refuse large messages. */
const maxChars = 60_000
const mostLines = 10

/** Returns the first rows of each chart; those beyond what a message holds have none. */
export function figuresOf(charts: readonly SentChart[]): Figures[] {
  let chars = 0
  return charts.map(({ chart: { id, name }, result: { fields, columns, rowCount }, url }) => {
    const rows: CellValue[][] = []
    for (let row = 0; row < Math.min(rowCount, maxRows); row += 1) {
      const cells = columns.map((column) => column[row] ?? null)
      chars += JSON.stringify(cells).length
      if (chars > maxChars) break
      rows.push(cells)
    }
    return { ...{ chartId: id, name, url }, columns: fields.map(({ name, type }) => ({ name, type })), rows, rowCount }
  })
}

/** Writes the charts that are one number, a line each, for channels that show a text; empty if there are none. */
export function numbersText(charts: readonly SentChart[], locale: string): string {
  const lines = charts.flatMap(({ chart: { name, visual }, result }) => {
    if (result.rowCount !== 1) return []
    const index = result.fields.findIndex(({ type }) => isNumericType(type))
    const field = result.fields[index]
    const value = field === undefined ? null : cellNumber(result.columns[index]?.[0] ?? null)
    if (field === undefined || value === null) return []
    const write = fullFormatter({ locale, format: columnNumberFormat(visual.format, result, field.name) })
    return [`${name}: ${write(value)}`]
  })
  return lines.slice(0, mostLines).join('\n')
}
