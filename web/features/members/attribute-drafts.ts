import {
  attributeNameSchema,
  longestAttributeValue,
  mostAttributeValues,
  type Attributes,
} from '@tidemark/shared/access/attributes'
import { newId } from '@tidemark/shared/base/ids'

/** An attribute as it is typed. values: one on each line. */
export interface AttributeDraft {
  readonly key: string
  readonly name: string
  readonly values: string
}

export function blankDraft(): AttributeDraft {
  return { key: newId(), name: '', values: '' }
}

/** Returns the drafts of a member's attributes; one blank if there are none. */
export function draftsOf(attributes: Attributes): readonly AttributeDraft[] {
  if (Object.keys(attributes).length === 0) return [blankDraft()]
  return Object.entries(attributes).map(([name, values]) => ({ key: newId(), name, values: values.join('\n') }))
}

/** Returns the attributes of drafts, without those that were left empty. */
export function attributesOfDrafts(drafts: readonly AttributeDraft[]): Attributes {
  return Object.fromEntries(
    drafts.filter((draft) => !isEmpty(draft)).map((draft) => [draft.name.trim(), [...valuesOf(draft)]]),
  )
}

export function problemOf(
  draft: AttributeDraft,
  all: readonly AttributeDraft[],
): { readonly of: 'name' | 'values'; readonly text: string } | null {
  if (isEmpty(draft)) return null
  const name = draft.name.trim()
  if (!attributeNameSchema.safeParse(name).success)
    return { of: 'name', text: 'Small letters, digits and _, beginning with a letter.' }
  if (all.some((other) => other.key !== draft.key && other.name.trim() === name))
    return { of: 'name', text: 'This name is there twice.' }
  const values = valuesOf(draft)
  if (values.length === 0) return { of: 'values', text: 'Write a value.' }
  if (values.length > mostAttributeValues) return { of: 'values', text: `${mostAttributeValues} values at most.` }
  return values.some((value) => value.length > longestAttributeValue)
    ? { of: 'values', text: `A value has ${longestAttributeValue} characters at most.` }
    : null
}

function isEmpty(draft: AttributeDraft): boolean {
  return draft.name.trim() === '' && valuesOf(draft).length === 0
}

/** Each value once, without blank lines. */
function valuesOf({ values }: AttributeDraft): readonly string[] {
  return [
    ...new Set(
      values
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ]
}

/** Returns attributes in one line: `region: North, South · team: growth`. */
export function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join(' · ')
}
