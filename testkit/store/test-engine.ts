import type { Logger } from '@/server/observability/log'
import type { Store } from '@/server/store/store'

/** The engine and location of a test's store. All but `open` need it closed. */
export interface TestEngine {
  open(log: Logger): Promise<Store>
  backUp(): Promise<void>
  /** Sets everything back to the last backup. */
  restore(): Promise<void>
  /** Sets the version of all orgs, as if they had been written that often. */
  setVersion(version: number): Promise<void>
  remove(): Promise<void>
}
