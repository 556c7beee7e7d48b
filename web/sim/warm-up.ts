import { Random } from './random'
import { VirtualTime } from './virtual-time'

let warmingUp: Promise<void> | null = null

/**
 * Lets Replicache draw what it draws once in a process (the prefix of its hashes, the name of its session), so that the
 * first simulation of a process draws the same numbers as any other, and loads what the server loads when it is first
 * needed: virtual time does not wait for that.
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

/** Replicache keeps its memory stores, and the profile they are listed under, for as long as the process lives. */
export async function forgetLocalDatabases(): Promise<void> {
  const { dropAllDatabases, dropDatabase } = await import('replicache')
  await dropAllDatabases({ kvStore: 'mem' })
  await dropDatabase('replicache-dbs-v0', { kvStore: 'mem' })
}
