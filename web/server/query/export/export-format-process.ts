import { parentPort } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'
import type { FormatterBytes, FromFormatter, ToFormatter } from './export-messages'
import { createRowFile } from './create-row-file'
import type { RowFile } from './row-file'

/** The main function of the worker that formats the rows of one export, so that the server stays responsive. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs as a worker')
  let file: RowFile | undefined
  const bytesOf = (message: ToFormatter): Omit<FormatterBytes, 'kind'> => {
    if (message.kind === 'start') {
      file = createRowFile(message.fields, message.options)
      return { pieces: [], notes: [] }
    }
    if (file === undefined) throw new Error('rows before their fields')
    if (message.kind === 'end') return { pieces: file.end(), notes: file.notes?.() ?? [] }
    // The JSON was written by the engine or a connector, in the form of RowBatch.
    const columns = JSON.parse(Buffer.from(message.columns).toString()) as CellValue[][]
    return { pieces: file.write(columns, message.rowCount), notes: [] }
  }
  port.on('message', (message: ToFormatter) => {
    let answer: FromFormatter
    try {
      answer = { kind: 'bytes', ...bytesOf(message) }
    } catch (thrown) {
      answer = { kind: 'failed', error: toTidemarkError(thrown).toBody() }
    }
    port.postMessage(answer, answer.kind === 'bytes' ? answer.pieces.flatMap(ownMemoryOf) : [])
  })
}

/**
 * Returns the memory of a piece that does not share its buffer, which is transferred instead of copied. Small pieces
 * share one.
 */
function ownMemoryOf({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

main()
