import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import type { JsonValue } from '@tidemark/shared/base/json'
import type { EntryTx } from '@tidemark/shared/entries/entry-tx'
import { mutatorList } from '@tidemark/shared/sync/mutators'
import type { MutatorDefs, WriteTransaction } from 'replicache'

/** One entry as a mutation found it and left it, when the person made it; undefined: absent. */
export interface Written {
  readonly mutatorName: string
  readonly actionId: string
  readonly key: string
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** The shared mutators as Replicache runs them. onWritten: hears of a mutation's first run, not of rebases. */
export function createClientMutators(actor: Actor, onWritten: (written: Written) => void): MutatorDefs {
  const defs: MutatorDefs = {}
  for (const mutator of mutatorList) {
    defs[mutator.name] = async (tx: WriteTransaction, args: unknown) => {
      requirePermission(actor, mutator.permission)
      const parsed = mutator.argsSchema.parse(args)
      const write = async (key: string, after: Parameters<EntryTx['set']>[1] | undefined) => {
        const isFirst = tx.reason === 'initial'
        const before = isFirst ? await tx.get(key) : undefined
        if (after === undefined) await tx.del(key)
        else await tx.set(key, after)
        if (isFirst) onWritten({ mutatorName: mutator.name, actionId: parsed.actionId, key, before, after })
      }
      const entryTx: EntryTx = {
        actor,
        get: (key) => tx.get(key),
        scan: (prefix) => tx.scan({ prefix }).entries().toArray(),
        set: write,
        del: (key) => write(key, undefined),
      }
      await mutator.run(entryTx, parsed)
    }
  }
  return defs
}
