import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { hostilePieces, hostileText } from '../../testkit/http/hostile-values'
import { dashboardOf, push, sqlChart, type Change } from './fixtures'
import { inLongRun } from '../../testkit/long-run'
import { expect, test } from './team-fixtures'

test.slow()

/** How much longer a text may keep all others waiting than the same page with a plain one. */
const maxStallMs = 50
const monitor = pathToFileURL(join(import.meta.dirname, '../../testkit/http/loop-monitor.mjs'))
const plainSql = 'select 1 as one, {{city}} as city'

test(
  'no text in an address or on a page holds the server for 50 ms more while it renders',
  inLongRun,
  async ({ startTeam }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-stalls-'))
    const stallsFile = join(folder, 'stalls')
    writeFileSync(stallsFile, '')
    const team = await startTeam({ NODE_OPTIONS: `--import ${monitor.href}`, STALLS_FILE: stallsFile })
    const owner = await team.setUp('Ann Lee', 'Harbour Coffee')
    const workspace = await team.workspaceOf(owner, 'Stalls')
    const headers = { 'x-tidemark-workspace': workspace.id }
    const change = (...changes: readonly Change[]) => push(owner.api, changes, { headers })

    /** Returns the longest stall of a page, the least of some attempts: a collection of garbage may fall into one. */
    const stallOf = async (path: string, goodMs: number) => {
      let leastMs = Infinity
      for (let attempt = 0; attempt < 4 && leastMs > goodMs; attempt++) {
        await owner.api.get('/api/health')
        truncateSync(stallsFile)
        await (await owner.api.get(`/w/${workspace.slug}${path}`, { maxRedirects: 0 })).body()
        // It is answered in a later turn than the last of the page, when that has been noted.
        await owner.api.get('/api/health')
        leastMs = Math.min(leastMs, Math.max(0, ...readFileSync(stallsFile, 'utf8').split('\n').map(Number)))
      }
      return leastMs
    }

    const filter = { name: 'By', column: 'place', kind: 'values', default: null, scope: { kind: 'all' }, order: 'a0' }
    const tile = { dashboardId: 'shown', tabId: 'shown-tab', place: { x: 0, y: 6, w: 12, h: 8 } }
    await change(
      sqlChart('asked', 'Asked', plainSql),
      ...dashboardOf('shown', 'Shown', ['asked']),
      ['createFilter', { id: 'by', dashboardId: 'shown', ...filter }],
      ['createTile', { id: 'words', ...tile, content: { kind: 'text', text: 'a' } }],
    )
    const plainMs: Record<string, number> = {}
    for (const path of ['/', '/data', '/ask', '/charts/asked', '/dashboards/shown']) {
      // The first ones compile the page's code.
      for (let count = 0; count < 4; count++) await stallOf(path, Infinity)
      plainMs[path] = await stallOf(path, 0)
    }

    const slow: string[] = []
    const look = async (what: string, path: keyof typeof plainMs, rest = '') => {
      const boundMs = (plainMs[path] ?? 0) + maxStallMs
      const stallMs = await stallOf(`${path}${rest}`, boundMs)
      if (stallMs > boundMs) slow.push(`${stallMs} ms, otherwise ${plainMs[path]} ms: ${path} with ${what}`)
    }
    const ask = (query: object) => change(['updateChart', { id: 'asked', query: { connectionId: 'local', ...query } }])
    const write = (text: string) => change(['updateTile', { id: 'words', content: { kind: 'text', text } }])
    const inAddress = (piece: string, length: number) =>
      encodeURIComponent(hostileText(piece, length).replaceAll(/\p{Cs}/gu, ''))

    for (const piece of hostilePieces) {
      const [named, text] = [JSON.stringify(piece), inAddress(piece, 3_000)]
      for (const name of ['f.by', 'p.city', 'tab'])
        await look(`${name}=${named}`, '/dashboards/shown', `?${name}=${text}`)
      const many = Array.from({ length: 400 }, () => `f.by=${inAddress(piece, 6)}`)
      await look(`400 of ${named}`, '/dashboards/shown', `?${many.join('&')}`)
      await look(`p.city=${named}`, '/charts/asked', `?p.city=${text}`)
      await look(`table=${named}`, '/ask', `?table=${text}`)
      await look(named, '/data', `/${text}`)
      await look(named, '/', text)
      await write(hostileText(piece, 20_000))
      await look(`a text of ${named}`, '/dashboards/shown')
      await write('a')
      await ask({ kind: 'sql', sql: `select 1 ${hostileText(piece, 190_000)}` })
      for (const path of ['/charts/asked', '/dashboards/shown', '/data']) await look(`SQL of ${named}`, path)
    }
    const mentions = Array.from({ length: 490 }, (_, index) => `id = {{x${index % 100}}}`).join(' and ')
    await ask({ kind: 'sql', sql: `select ${'a '.repeat(9_000)}from weather where ${mentions}` })
    await look('many parameters', '/charts/asked')
    await ask({ kind: 'sql', sql: `select 1 as ${'a'.repeat(180_000)} from weather where ${mentions}` })
    await look('many parameters after a long word', '/charts/asked')
    const column = { join: null, name: 'a', type: 'text', databaseType: 'VARCHAR' }
    const items = Array.from({ length: 30 }, (_, index) => ({
      ...{ kind: 'condition', id: `c${index}`, column },
      test: { op: 'is', values: Array.from({ length: 140 }, (__, value) => `${index} ${value}`) },
    }))
    const filtered = { ...emptyQuestion, source: { schema: null, name: 'weather' }, filter: { match: 'all', items } }
    await ask({ kind: 'builder', question: filtered })
    for (const path of ['/charts/asked', '/dashboards/shown']) await look('many values in filters', path)
    rmSync(folder, { recursive: true, force: true })
    expect(slow).toEqual([])
  },
)
