import { orderBetween } from './order'
import { cutText } from './plain-text'

/**
 * Names a copy: “Sales copy”, or “Sales copy 2” if that is taken; a copy of a copy continues the count. Longer names
 * are cut before the suffix.
 */
export function copyName(name: string, taken: Iterable<string>, maxLength: number): string {
  const [, original = name, copy, count = '1'] = /^(.+?)( copy(?: (\d{1,4}))?)?$/su.exec(name) ?? []
  const names = new Set(taken)
  for (let number = copy === undefined ? 1 : Number(count) + 1; ; number += 1) {
    const ending = number === 1 ? ' copy' : ` copy ${number}`
    const found = cutText(original, maxLength - ending.length).trimEnd() + ending
    if (!names.has(found)) return found
  }
}

interface Named {
  readonly id: string
  readonly name: string
  readonly order: string
}

/**
 * Returns the name and order of a copy placed right after the original. beside: everything in the folder in order,
 * including the original.
 */
export function copyBeside(
  beside: readonly Named[],
  { id, name }: Pick<Named, 'id' | 'name'>,
  maxNameLength: number,
): Pick<Named, 'name' | 'order'> {
  const index = beside.findIndex((other) => other.id === id)
  return {
    name: copyName(
      name,
      beside.map((other) => other.name),
      maxNameLength,
    ),
    order: orderBetween(beside[index]?.order ?? null, beside[index + 1]?.order ?? null),
  }
}
