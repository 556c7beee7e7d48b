import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { nameColumns } from '../types/column-names'
import { JsonColumns } from './json-columns'
import { JsonRowWriter, memberColumnOf } from './json-row-writer'
import { JsonRowsFinder, nameOfPath, type JsonRows } from './json-rows'
import { createTextFile, readText } from '../text/text-file'

/**
 * Finds the rows in a JSON text that is one object or a list of lists; null if it is a single record or nothing is
 * certain. Fails with `upload-table` if there are several tables and `wanted` names none of them.
 */
export async function findRows(
  path: string,
  encoding: TextEncodingName,
  wanted: string | null,
): Promise<JsonRows | null> {
  const finder = new JsonRowsFinder()
  for await (const text of readText(path, encoding)) finder.push(text)
  const tables = finder.tables()
  const [first] = tables
  if (first === undefined) return null
  const named = tables.find((rows) => nameOfPath(rows.path) === wanted)
  if (named !== undefined) return named
  if (tables.length === 1 && wanted === null) return first
  throw new TidemarkError('upload-table', {
    detail: wanted === null ? undefined : `It has no table “${wanted}”.`,
    choices: tables.map((rows) => nameOfPath(rows.path)),
  })
}

/** Writes the rows to `target` in UTF-8, one after another. */
export async function writeRows(
  path: string,
  encoding: TextEncodingName,
  rows: JsonRows,
  target: string,
): Promise<void> {
  const output = createTextFile(target)
  if (rows.kind === 'columns') {
    const columns = new JsonColumns(rows)
    for await (const text of readText(path, encoding)) columns.push(text)
    for (const text of columns.rows()) {
      output.write(text)
      await output.flush()
    }
  } else {
    const writer = new JsonRowWriter(rows, output.write)
    for await (const text of readText(path, encoding)) {
      writer.push(text)
      await output.flush()
    }
  }
  await output.close()
}

/** Returns notes on what was read as rows and what was ignored. */
export function rowsNotes(rows: JsonRows): readonly ImportNote[] {
  const name = nameOfPath(rows.path)
  const where = name === '' ? 'the file' : `“${name}”`
  return [{ message: `${takenText(rows, where)}${besideText(rows.beside)}` }, ...namesNotes(rows)]
}

function takenText(rows: JsonRows, where: string): string {
  switch (rows.kind) {
    case 'objects':
      return `The rows are those of ${where}.`
    case 'lists':
      return rows.namesPath === null
        ? `The rows are the lists of ${where}, of which the first has the names.`
        : `The rows are the lists of ${where}, with the names of “${nameOfPath(rows.namesPath)}”.`
    case 'features':
      return 'The rows are the features, with a column for each of their properties and one for their shapes, which a map draws.'
    case 'members':
      return `The rows are the members of ${where}; their names are in ${memberColumnOf(rows.memberNames)}.`
    case 'columns':
      return `The members of ${where} were read as columns: each has the values of all rows.`
  }
}

const shownBeside = 4

function besideText(beside: readonly string[]): string {
  if (beside.length === 0) return ''
  const shown = beside.slice(0, shownBeside).map((name) => `“${cutText(name, 40)}”`)
  const more = beside.length - shown.length
  return ` What is beside them was left out: ${more > 0 ? `${shown.join(', ')} and ${more} more` : listOf(shown)}.`
}

function namesNotes(rows: JsonRows): readonly ImportNote[] {
  return rows.kind === 'lists' || rows.kind === 'columns' ? nameColumns(rows.names).notes : []
}
