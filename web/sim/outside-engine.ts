import type { Store } from '../server/store/store'
import type { TestEngine } from '@testkit/store/test-engine'
import { override } from './override'
import type { VirtualTime } from './virtual-time'

/**
 * Wraps an engine that runs in another process: virtual time stands still while it works, so that the schedule depends
 * on the seed alone.
 */
export function waitedFor(engine: TestEngine, time: VirtualTime): TestEngine {
  return {
    open: async (log) => waited(await time.outside(engine.open(log)), time),
    backUp: () => time.outside(engine.backUp()),
    restore: () => time.outside(engine.restore()),
    setVersion: (version) => time.outside(engine.setVersion(version)),
    remove: () => time.outside(engine.remove()),
  }
}

function waited(store: Store, time: VirtualTime): Store {
  return override(store, {
    read: (orgId, run) => time.outside(store.read(orgId, run)),
    write: (orgId, author, run) => time.outside(store.write(orgId, author, run)),
    keepAudiences: (...args) => time.outside(store.keepAudiences(...args)),
    close: () => time.outside(store.close()),
  })
}
