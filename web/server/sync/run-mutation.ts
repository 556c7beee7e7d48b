import { requirePermission } from '@tidemark/shared/access/rules'
import type { MutationStamp, Mutator } from '@tidemark/shared/entries/define-mutator'
import type { EntryTx } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isMutatorName, mutatorOf } from '@tidemark/shared/sync/mutators'
import { mustBeAskableModel } from './check-sql-model'

/**
 * Runs a shared mutator by name with the server's permission check, schema and clock. Fails with `unknown-mutation`,
 * `forbidden`, `invalid-mutation` or the mutator's own refusal.
 */
export async function runMutation(tx: EntryTx, name: string, args: unknown, at: number): Promise<void> {
  const mutator = mustGetMutator(name)
  requirePermission(tx.actor, mutator.permission)
  await mutator.run(tx, parseArgs(mutator, args, at))
  await mustBeAskableModel(tx, name, args)
}

function mustGetMutator(name: string): Mutator {
  if (!isMutatorName(name)) throw new TidemarkError('unknown-mutation', { detail: name })
  return mutatorOf(name)
}

function parseArgs(mutator: Mutator, args: unknown, at: number): MutationStamp {
  const parsed = mutator.argsSchema.safeParse(typeof args === 'object' && args !== null ? { ...args, at } : args)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.join('.') || 'arguments'
  throw new TidemarkError('invalid-mutation', { detail: `${mutator.name} ${path}: ${issue?.message ?? ''}` })
}
