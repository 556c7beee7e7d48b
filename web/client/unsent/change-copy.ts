import { isJsonObject } from '@tidemark/shared/base/json'
import { argsOf, type MadeChange } from './change-words'

/** Puts changes on the clipboard, so that what was typed can be used elsewhere. */
export async function copyChanges(changes: readonly MadeChange[]): Promise<void> {
  await navigator.clipboard.writeText(copyOf(changes))
}

/** One that somebody wrote a text by is that text; any other is itself, and several are a list. */
export function copyOf(changes: readonly MadeChange[]): string {
  const [first] = changes
  const texts = changes.map(({ name, args }) => ({ change: name, ...argsOf(args) }))
  if (first === undefined || changes.length > 1) return JSON.stringify(texts, null, 2)
  return writtenText(first) ?? JSON.stringify(texts[0], null, 2)
}

/** The text that a change writes; undefined of one that writes none, or is of another build. */
export function writtenText({ name, args }: MadeChange): string | undefined {
  const { sql, content } = argsOf(args)
  if (name === 'updateSqlQuery') return typeof sql === 'string' ? sql : undefined
  if (name !== 'createTile' && name !== 'updateTile') return undefined
  return isJsonObject(content) && typeof content['text'] === 'string' ? content['text'] : undefined
}
