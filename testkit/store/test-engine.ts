import type { Logger } from '@/server/observability/log'
import type { Store } from '@/server/store/store'

/** The engine and location of a test's store. All methods except `open` require it to be closed. */
export interface TestEngine {
  open(log: Logger): Promise<Store>
  backUp(): Promise<void>
  /** Restores the last backup. */
  restore(): Promise<void>
  /** Sets the version of all orgs, as if they had been written that often. */
  setVersion(version: number): Promise<void>
  remove(): Promise<void>
}
