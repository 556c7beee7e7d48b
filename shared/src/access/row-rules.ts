import { textHash } from '../base/text-hash'
import type { Actor } from './actor'
import { valuesOfAttribute } from './attributes'
import { roleAtLeast, type Role } from './roles'

/**
 * The part of a row rule that depends on who asks. exempt: whoever has at least this role sees all rows; null: it holds
 * for everyone.
 */
export interface AccessRule {
  readonly exempt: Role | null
  readonly conditions: readonly {
    readonly test: { readonly kind: 'attribute'; readonly attribute: string } | { readonly kind: 'values' }
  }[]
}

/** The part of an actor or member that decides whether a rule holds for them. */
type Ruled = Pick<Actor, 'role'> & Partial<Pick<Actor, 'kind'>>

/** Returns true if a rule decides which rows the actor sees. */
export function isUnderRule({ kind, role }: Ruled, rule: Pick<AccessRule, 'exempt'> | undefined): boolean {
  if (rule === undefined || kind === 'local') return false
  return kind === 'publicLink' || rule.exempt === null || !roleAtLeast(role, rule.exempt)
}

/** Returns what tells apart people who see other rows by a rule; equal for equal values of the attributes it names. */
export function ownRowsOf(actor: Actor, { conditions }: AccessRule): string {
  const values = conditions.map(({ test }) =>
    test.kind === 'attribute' ? [test.attribute, valuesOfAttribute(actor, test.attribute)] : null,
  )
  return textHash(JSON.stringify(values))
}
