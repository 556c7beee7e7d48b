import { catalogue } from '@tidemark/shared/errors/catalogue'
import type { ErrorBody, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult, RunResultLine } from '@tidemark/shared/query/run-query'

/**
 * One item's answer in the form in which it is sent. The engine's bytes are forwarded without decoding.
 *
 * item: index in the request. httpStatus: the status if this is the whole response. head, members: together the members
 * of a `RunResult` as JSON.
 */
export interface EncodedResult {
  readonly item: number
  readonly httpStatus: number
  readonly head: string
  readonly members: Uint8Array
}

/** Tells the caller that an item is waiting. place: position in the queue, from 1. */
export interface QueuedNote {
  readonly item: number
  readonly place: number
}

type ResultHead = Omit<RunResult, 'fields' | 'columns' | 'rowCount' | 'truncated'>

/** The members of a result without rows. */
const emptyMembers = Buffer.from('"fields":[],"columns":[],"rowCount":0,"truncated":null')

export function successResult(
  item: number,
  head: Omit<ResultHead, 'status' | 'error'>,
  members: Uint8Array,
): EncodedResult {
  return { item, httpStatus: 200, head: membersOf({ status: 'success', ...head }), members }
}

export function failedResult(
  item: number,
  error: TidemarkError,
  body: ErrorBody,
  head: Pick<ResultHead, 'asOf' | 'timing' | 'cache' | 'sql'>,
): EncodedResult {
  return {
    item,
    httpStatus: catalogue[error.code].status,
    head: membersOf({ status: statusOf(error), appliedFilters: [], ignoredFilters: [], ...head, error: body }),
    members: emptyMembers,
  }
}

/** Encodes a line of NDJSON, in pieces. */
export function encodeLine(line: EncodedResult | QueuedNote): readonly Uint8Array[] {
  if (!isResult(line)) return [Buffer.from(`${JSON.stringify({ ...line, status: 'queued' })}\n`)]
  const { item, head, members } = line
  return [Buffer.from(`{"item":${item},${head},`), members, Buffer.from('}\n')]
}

export function isResult(line: EncodedResult | QueuedNote): line is EncodedResult {
  return 'members' in line
}

/** Encodes the result as a single JSON object, in pieces. */
export function encodeObject({ head, members }: EncodedResult): readonly Uint8Array[] {
  return [Buffer.from(`{${head},`), members, Buffer.from('}')]
}

/** Decodes a result for readers in this process, such as pages. */
export function decodeLine(result: EncodedResult): RunResultLine {
  // `encodeLine` wrote it from a RunResult.
  return JSON.parse(Buffer.concat(encodeLine(result)).toString()) as RunResultLine
}

function statusOf(error: TidemarkError): RunResult['status'] {
  if (error.code === 'query-cancelled') return 'cancelled'
  return error.code === 'query-timed-out' ? 'timed-out' : 'failed'
}

function membersOf(head: ResultHead): string {
  return JSON.stringify(head).slice(1, -1)
}
