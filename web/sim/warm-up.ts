import { Random } from './random'
import { VirtualTime } from './virtual-time'

let warmingUp: Promise<void> | null = null

/**
 * Lets Replicache draw the random numbers that it draws once per process (prefix of hashes, session name), so that the
 * first simulation draws the same numbers as any other. Also loads the modules that the server imports on first use,
 * because virtual time does not wait for that.
 */
export async function warmUp(): Promise<void> {
  warmingUp ??= drawOnce()
  await warmingUp
}

async function drawOnce(): Promise<void> {
  await import('../server/store/accounts/account-database')
  const time = new VirtualTime()
  const uninstall = time.install(new Random(0))
  try {
    const { ReplicacheImpl } = await import('replicache/impl')
    const replicache = new ReplicacheImpl({ name: 'warm-up', kvStore: 'mem', puller, logLevel: 'error' })
    await time.until(replicache.clientGroupID)
    await time.until(replicache.pull({ now: true }))
    await time.until(replicache.close())
    await forgetLocalDatabases()
  } finally {
    uninstall()
  }
}

async function puller() {
  const response = { cookie: { order: 1 }, lastMutationIDChanges: {}, patch: [] }
  return { response, httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } }
}

/** Deletes Replicache's in-memory stores, and the list of them, which it keeps for the lifetime of the process. */
export async function forgetLocalDatabases(): Promise<void> {
  const { dropAllDatabases, dropDatabase } = await import('replicache')
  await dropAllDatabases({ kvStore: 'mem' })
  await dropDatabase('replicache-dbs-v0', { kvStore: 'mem' })
}
