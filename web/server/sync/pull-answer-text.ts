import type { JsonValue } from '@tidemark/shared/base/json'
import type { ClientAction, PatchOperation, PullResponse } from '@tidemark/shared/sync/protocol'
import { jsonOf, sentBytesOf } from '../store/stored-value'

/** Returns the JSON text of a pull's answer; faster than `JSON.stringify` for values that were sent before. */
export function pullAnswerText(answer: PullResponse | ClientAction): string {
  if ('error' in answer) return JSON.stringify(answer)
  return `${startOf(answer)}${answer.patch.map(operationText).join(',')}${end}`
}

/**
 * Returns the same in UTF-8. It is assembled from encoded pieces: a single character beyond Latin-1 would double the
 * size of the whole text in memory, and encoding it takes longer than reading the entries from the store.
 */
export function pullAnswerBytes(answer: PullResponse | ClientAction): Buffer<ArrayBuffer> {
  if ('error' in answer) return Buffer.from(pullAnswerText(answer))
  const parts: Uint8Array[] = [Buffer.from(startOf(answer))]
  for (const operation of answer.patch) {
    if (parts.length > 1) parts.push(commaBytes)
    parts.push(operationBytes(operation))
  }
  parts.push(endBytes)
  return Buffer.concat(parts)
}

/** Returns the part of the JSON before the operations. */
function startOf({ patch: _, ...rest }: PullResponse): string {
  return `${JSON.stringify(rest).slice(0, -1)},"patch":[`
}

const end = ']}'
const [endBytes, commaBytes] = [Buffer.from(end), Buffer.from(',')]

function operationText(operation: PatchOperation): string {
  return operation.op === 'put' ? putText(operation.key, operation.value) : JSON.stringify(operation)
}

function operationBytes(operation: PatchOperation): Uint8Array {
  if (operation.op !== 'put') return Buffer.from(JSON.stringify(operation))
  return sentBytesOf(operation.key, operation.value, putText)
}

function putText(key: string, value: JsonValue): string {
  return `{"op":"put","key":${JSON.stringify(key)},"value":${jsonOf(key, value)}}`
}
