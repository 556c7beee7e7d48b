import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import pg from 'pg'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { killAtRandomMoments } from '../../testkit/servers/kill-rounds.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { folderPush, pullKeys, TeamServer } from '../../testkit/servers/team-server.mjs'
import { inLongRun } from '../../testkit/long-run'
import { withPostgres } from './with-postgres'

/**
 * Each kill needs a start of the server. There are two hundred in `testkit/servers/durability.long.test.ts`;
 * `desktop/e2e/host.spec.ts` kills a server on its data folder.
 */
const kills = 5

const test = base.extend<{ readonly createServer: (databaseUrl?: string) => Promise<TeamServer> }>({
  // Playwright reads the needed fixtures from the first parameter's pattern.
  // oxlint-disable-next-line no-empty-pattern
  createServer: async ({}, provide) => {
    const created: TeamServer[] = []
    await provide(async (databaseUrl = '') => {
      const team = await TeamServer.create({ databaseUrl })
      created.push(team)
      return team
    })
    // Servers of a failed test would slow down all later ones.
    for (const { server } of created) {
      await server.kill()
      await rm(server.dataDir, { recursive: true, force: true })
    }
  },
})

// Servers start four times here, and PostgreSQL once.
test.describe.configure({ timeout: 180_000 })

async function push(team: TeamServer, cookie: string, client: string, id: number): Promise<void> {
  const { status, text } = await team.send(
    'POST',
    '/api/replicache/push',
    cookie,
    folderPush(client, id, `${client}-${id}`),
  )
  expect([status, text]).toEqual([200, '{}'])
}

test.describe('two servers on one PostgreSQL', () => {
  test(
    'tell each other of pushes, also when one was killed and started again or lost its connection, and lose nothing',
    inLongRun,
    async ({ createServer }) => {
      await withPostgres(async (postgres) => {
        const [one, two] = [await createServer(postgres.url), await createServer(postgres.url)]
        await one.server.start()
        await two.server.start()
        const cookie = await one.setUp()

        const atTwo = await two.listen(cookie)
        await expect.poll(() => atTwo.versions.length).toBeGreaterThan(0)
        const before = Math.max(...atTwo.versions)
        await push(one, cookie, 'a', 1)
        await expect.poll(() => Math.max(...atTwo.versions)).toBe(before + 1)
        expect(await pullKeys(two, cookie)).toContain('folder/a-1')

        // This change's notice is lost; the other instance finds the change at its next look.
        const outsider = new pg.Client({ connectionString: postgres.url })
        await outsider.connect()
        await outsider.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tidemark changes'",
        )
        await outsider.end()
        await push(one, cookie, 'a', 2)
        await expect.poll(() => Math.max(...atTwo.versions)).toBe(before + 2)

        await one.server.kill()
        await push(two, cookie, 'b', 1)
        await one.server.start()
        expect(await pullKeys(one, cookie)).toEqual(expect.arrayContaining(['folder/a-1', 'folder/a-2', 'folder/b-1']))
        const atOne = await one.listen(cookie)
        await push(two, cookie, 'b', 2)
        await expect.poll(() => Math.max(...atOne.versions)).toBe(before + 4)
        await push(one, cookie, 'a', 3)
        await expect.poll(() => Math.max(...atTwo.versions)).toBe(before + 5)

        atOne.close()
        atTwo.close()
        await one.server.remove()
        await two.server.remove()

        await test.step(`nothing that was acknowledged is lost when one is killed ${kills} times in the middle of pushes`, async () => {
          const url = new URL(postgres.url)
          url.pathname = '/killed'
          const maker = new pg.Client({ connectionString: postgres.url })
          await maker.connect()
          await maker.query('CREATE DATABASE killed')
          await maker.end()
          await expectNothingLost(await createServer(url.href))
        })
      })
    },
  )
})

async function expectNothingLost(team: TeamServer): Promise<void> {
  const { acknowledgedCount, lost, refused } = await killAtRandomMoments(team, kills)
  // Each round waits for the first answer, and on a busy machine gets no more.
  expect(acknowledgedCount).toBeGreaterThanOrEqual(kills)
  expect({ lost, refused }).toEqual({ lost: [], refused: [] })
  await team.server.remove()
}

test('a server ends with the npm that started it, and gives its data back', async () => {
  test.skip(process.platform === 'win32', 'there is no SIGTERM')
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-npm-'))
  const port = String(await freePort())
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      () => true,
      () => false,
    )
  for (let round = 0; round < 2; round += 1) {
    const npm = spawn('npm', ['start'], {
      cwd: repositoryRoot,
      env: { ...process.env, TIDEMARK_MODE: '', TIDEMARK_DATA_DIR: dataDir, PORT: port },
      stdio: 'ignore',
    })
    const ended = once(npm, 'exit')
    try {
      // It first checks the sources for changes, and may have to wait for another build.
      await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
    } finally {
      npm.kill('SIGTERM')
      await ended
    }
    await expect.poll(isThere).toBe(false)
  }
  await rm(dataDir, { recursive: true, force: true })
})
