import { AsyncLocalStorage } from 'node:async_hooks'
import type { KnownAdmission } from '../team/accounts/known-admission'
import type { RequestTrace } from '../observability/request-trace'
import type { RequestContext } from './request-context'

/**
 * What follows a request through all that answers it. One store for everybody who needs that: Node carries each along with
 * each promise, whether it holds something or not, and a request makes hundreds.
 */
export interface RequestStore {
  readonly page?: RequestContext
  readonly trace?: RequestTrace
  readonly admission?: KnownAdmission | undefined
}

const symbol = Symbol.for('tidemark.request-store')

const storage = knownStorage()

/** Next bundles its pages apart from the host, so both meet over one well-known symbol, as `services.ts` does. */
function knownStorage(): AsyncLocalStorage<RequestStore> {
  const known: unknown = Reflect.get(globalThis, symbol)
  // Only this function writes under the symbol.
  if (known !== undefined) return known as AsyncLocalStorage<RequestStore>
  const made = new AsyncLocalStorage<RequestStore>()
  Reflect.set(globalThis, symbol, made)
  return made
}

/** Runs it with these parts besides those that are there; whatever it calls finds them. */
export function withRequestStore<T>(parts: RequestStore, run: () => T): T {
  const outer = storage.getStore()
  return storage.run(outer === undefined ? parts : { ...outer, ...parts }, run)
}

/** Runs what answers a request, which nothing is known of but these. */
export function beginRequestStore<Arg, T>(parts: RequestStore, run: (arg: Arg) => T, arg: Arg): T {
  return storage.run(parts, run, arg)
}

export function getRequestStore(): RequestStore | undefined {
  return storage.getStore()
}
