import { orderBetween } from './order'
import { cutText } from './plain-text'

/**
 * The name of a copy: “Sales copy”, and where that is taken “Sales copy 2”; a copy of a copy counts on. A name that
 * would be longer than that is cut before the ending.
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

/** The name of a copy that lies right after the original, and its place. beside: all of the folder, in order, the original among them. */
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
