import { context, type Context, type ContextManager } from '@opentelemetry/api'
import { getRequestStore, withRequestStore } from '../request-store'

/** What a context manager of the SDK keeps its contexts in, which is how Node's own store looks to it. */
const inRequestStore = {
  getStore: (): Context | undefined => getRequestStore()?.spans,
  run: <Args extends readonly unknown[], T>(spans: Context, run: (...args: Args) => T, ...args: Args): T =>
    withRequestStore({ spans }, () => run(...args)),
  disable: () => undefined,
}

/**
 * Lets OpenTelemetry keep what it carries along in the request's one store, instead of a second one that costs each promise of
 * each request, traced or not. manager: one of the SDK's, which makes scopes for each context.
 */
export function shareRequestStore(manager: ContextManager): void {
  // No option of the SDK reaches it; a test sees that it is still called so.
  if (!('_asyncLocalStorage' in manager)) throw new Error('the SDK keeps its contexts elsewhere')
  Object.assign(manager, { _asyncLocalStorage: inRequestStore })
  context.disable()
  context.setGlobalContextManager(manager)
}
