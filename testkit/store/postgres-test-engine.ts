import { postgresEngineOn } from './postgres-engine-on'
import { borrowTestDatabase } from './postgres-test-database'
import type { TestEngine } from './test-engine'

export async function createPostgresTestEngine(): Promise<TestEngine> {
  return postgresEngineOn(await borrowTestDatabase())
}
