import type { AskedParameter } from './query-parameters'

/** Returns the words in an input without a value: any value passes, or the query waits for one. */
export function noValueText({ type, isNeeded }: Pick<AskedParameter, 'type' | 'isNeeded'>): string {
  if (!isNeeded) return 'Any'
  return type === 'text' || type === 'number' ? 'Enter a value' : 'Choose a value'
}
