import { isJsonObject } from '@tidemark/shared/base/json'
import type { ClientAction, PatchOperation, PullResponse } from '@tidemark/shared/sync/protocol'
import { jsonOf } from '../store/stored-value'

/** What `JSON.stringify` makes of an answer to a pull, in a fraction of the time where its values have been sent before. */
export function pullAnswerText(answer: PullResponse | ClientAction): string {
  if ('error' in answer) return JSON.stringify(answer)
  const { patch, ...rest } = answer
  const head = JSON.stringify(rest).slice(0, -1)
  return `${head},"patch":[${patch.map(operationText).join(',')}]}`
}

function operationText(operation: PatchOperation): string {
  if (operation.op !== 'put' || !isJsonObject(operation.value)) return JSON.stringify(operation)
  return `{"op":"put","key":${JSON.stringify(operation.key)},"value":${jsonOf(operation.value)}}`
}
