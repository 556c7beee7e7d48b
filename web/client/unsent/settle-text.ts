import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { textWrite } from '@tidemark/shared/sync/overwritten-text'
import { argsOf } from './change-words'
import type { RescuedMutation } from './rescue-store'
import type { RescuedChanges } from './rescued-changes'

/** A difference that a person has decided. texts: those that they decided about; at: when, Unix milliseconds. */
export interface SettledText {
  readonly key: string
  readonly texts: readonly string[]
  readonly at: number
}

/**
 * Offers a text no more that a person has decided about, as another choice of the same: what a page left of it that is gone may be
 * found only later. What they write afterwards is offered, were it the same again.
 */
export function settleText(
  rescued: Pick<RescuedChanges, 'getState' | 'subscribe' | 'discard'>,
  settled: SettledText,
  onFailed: (thrown: unknown) => void,
): void {
  const discard = () => {
    const keys = findSettled(rescued.getState(), settled)
    if (keys.length > 0) rescued.discard(keys).catch(onFailed)
  }
  rescued.subscribe(discard)
  discard()
}

/** The keys of the changes that wrote such a text, or what the same tab had there before it. */
export function findSettled(changes: readonly RescuedMutation[], { key, texts, at }: SettledText): readonly string[] {
  const writes = changes.flatMap((change) => {
    const { name, args, clientId, mutationId } = change
    const write = textWrite(name, args)
    return write?.key === key && writesTextAlone(args) && wasMadeBefore(at, args)
      ? [{ id: change.key, clientId, mutationId, text: write.text }]
      : []
  })
  const decided = writes.filter(({ text }) => texts.includes(text))
  return writes
    .filter((write) =>
      decided.some(({ clientId, mutationId }) => clientId === write.clientId && mutationId >= write.mutationId),
    )
    .map(({ id }) => id)
}

const textFields: ReadonlySet<string> = new Set(['id', 'dashboardId', 'sql', 'content', 'basedOn'])

/** What else a change does is not decided with its text. */
function writesTextAlone(args: JsonValue): boolean {
  return Object.keys(argsOf(args)).every((field) => textFields.has(field))
}

function wasMadeBefore(time: number, args: JsonValue): boolean {
  return isJsonObject(args) && typeof args['at'] === 'number' && args['at'] < time
}
