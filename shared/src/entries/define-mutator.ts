import * as z from 'zod/mini'
import type { Permission } from '../access/rules'
import type { EntryTx } from './entry-tx'

/**
 * The fields that every mutation has besides its own arguments.
 *
 * at: when the person did it, Unix milliseconds; the server replaces it with its own clock.
 * actionId: groups the mutations of one undo step.
 */
export const stampSchema = z.object({
  at: z.int().check(z.minimum(0)),
  actionId: z.string().check(z.minLength(1), z.maxLength(40)),
})
export type MutationStamp = z.infer<typeof stampSchema>

export interface Mutator<Name extends string = string, Args extends MutationStamp = MutationStamp> {
  readonly name: Name
  readonly argsSchema: z.ZodMiniType<Args>
  readonly permission: Permission
  /**
   * Runs unchanged in the browser and on the server. Throws a TidemarkError to refuse the mutation; nothing is then
   * written.
   */
  readonly run: (tx: EntryTx, args: Args) => Promise<void>
}

/**
 * Declares a mutator. Ids and random values are arguments, and the body may not read a clock. Changed arguments need a
 * new name, with the old mutator kept; an added optional argument does not.
 */
export function defineMutator<Name extends string, Shape extends z.core.$ZodLooseShape>(definition: {
  readonly name: Name
  readonly args: Shape
  readonly permission: Permission
  readonly run: (tx: EntryTx, args: z.output<z.ZodMiniObject<Shape>> & MutationStamp) => Promise<void>
}): Mutator<Name, z.output<z.ZodMiniObject<Shape>> & MutationStamp> {
  const argsSchema = z.strictObject({ ...definition.args, ...stampSchema.shape })
  return {
    name: definition.name,
    // zod cannot infer the spread of a generic shape; the object above is exactly Shape plus the stamp.
    argsSchema: argsSchema as unknown as z.ZodMiniType<z.output<z.ZodMiniObject<Shape>> & MutationStamp>,
    permission: definition.permission,
    run: definition.run,
  }
}

/** The hash (`textHash`) of the text that the writer saw and replaces. */
export const basedOnSchema = z.optional(z.string().check(z.maxLength(14)))

/**
 * The authors of an entry's creation and last change, with times (Unix milliseconds, the server's clock once synced).
 */
export const authorshipShape = {
  createdAt: z.int().check(z.minimum(0)),
  createdBy: z.string(),
  updatedAt: z.int().check(z.minimum(0)),
  updatedBy: z.string(),
} as const

export function createdBy(tx: EntryTx, at: number) {
  return { createdAt: at, createdBy: tx.actor.userId, updatedAt: at, updatedBy: tx.actor.userId }
}

export function updatedBy(tx: EntryTx, at: number) {
  return { updatedAt: at, updatedBy: tx.actor.userId }
}

/** Returns the defined fields of `changes`; an absent one leaves the entry's field as it is. */
export function givenFields<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Object.fromEntries loses the keys' types; only undefined values are dropped.
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
