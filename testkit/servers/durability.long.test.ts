import { describe, expect, test } from 'vitest'
import { killAtRandomMoments } from './kill-rounds.mjs'
import { findPostgres } from '../postgres/postgres-binaries.mjs'
import { startPostgres } from '../postgres/postgres-server.mjs'
import { TeamServer } from './team-server.mjs'

const rounds = Number(process.env['TIDEMARK_LONG_ROUNDS'] ?? 200)
/** A round takes 2 s, and ten times that on a busy machine. */
const timeout = rounds * 60_000
const binaries = findPostgres()

describe(
  `over ${rounds} kills nothing acknowledged is lost, nothing is done twice, every start works`,
  { timeout },
  () => {
    test('on SQLite', async () => {
      const team = await TeamServer.create()
      expectNothingLost(await killAtRandomMoments(team, rounds))
      await team.server.remove()
    })

    test.skipIf(binaries === null)('on PostgreSQL', async () => {
      if (binaries === null) return
      const postgres = await startPostgres(binaries, { isDurable: true })
      try {
        const team = await TeamServer.create({ databaseUrl: postgres.url })
        expectNothingLost(await killAtRandomMoments(team, rounds))
        await team.server.remove()
      } finally {
        await postgres.stop()
      }
    })
  },
)

function expectNothingLost({
  acknowledgedCount,
  lost,
  refused,
}: Awaited<ReturnType<typeof killAtRandomMoments>>): void {
  expect(acknowledgedCount).toBeGreaterThan(rounds)
  expect({ lost, refused }).toEqual({ lost: [], refused: [] })
  console.log(`${acknowledgedCount} mutations were acknowledged`)
}
