import { Readable } from 'node:stream'
import type { ConnectionAccess } from '@tidemark/shared/access/connection-access'
import type { TokenScope } from '@tidemark/shared/access/grants'
import { roles, type Role } from '@tidemark/shared/access/roles'
import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion, type BuilderQuery } from '@tidemark/shared/builder/question'
import { changeQuestion } from '@tidemark/shared/exploration/explain-change'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { maxItems, type RunItem, type RunResultLine, type SqlQuery } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '@/server/http/identify'
import { codeOf, type Asked, type TeamCalls, type TestPerson } from '../team/team-test-bed'
import type { Services } from '@/server/services'
import { metricSchema } from '@tidemark/shared/metrics/metric'
import { mutationOf, pushOf } from '../sync/sync-test-bed'
import type { TestDatabase } from '../store/postgres-test-database'

/** A team with real services, its owner, and a PostgreSQL to which connections can be made. */
export interface RunBed extends TeamCalls {
  readonly services: Services
  readonly database: Pick<TestDatabase, 'url' | 'query'>
}

interface Team {
  readonly bed: RunBed
  readonly owner: TestPerson
  readonly workspace: string
}

const everybodys = (level: 'results' | 'builder' | 'sql'): ConnectionAccess => [
  { to: { kind: 'role', role: 'viewer' }, level },
]
/** The grants of each connection; `local` is the workspace's own data. */
const grants = {
  'pg-none': [],
  'pg-results': everybodys('results'),
  'pg-builder': everybodys('builder'),
  'pg-sql': everybodys('sql'),
} as const satisfies Record<string, ConnectionAccess>
type Source = 'local' | keyof typeof grants

const sqlOf = (connectionId: string): SqlQuery => ({
  kind: 'sql',
  connectionId,
  sql: 'SELECT n FROM towns WHERE n < 3 [[AND city = {{city}}]]',
  parameters: [{ name: 'city', type: 'query', sql: 'SELECT city FROM towns', isMultiple: false }],
})
const questionOf = (connectionId: string): BuilderQuery => ({
  kind: 'builder',
  connectionId,
  question: { ...emptyQuestion, source: { schema: connectionId === 'local' ? null : 'public', name: 'towns' } },
})

/** Over the question of the same source as a model. */
const overModel = (connectionId: string, model = `question-${connectionId}`): BuilderQuery => ({
  kind: 'builder',
  connectionId,
  question: { ...emptyQuestion, source: { schema: null, name: 'Towns', model } },
})

const counted = { id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Towns' } as const
/** Measures a metric, in all or by city. The stored copy of the measure is of something else. */
const ofMetric = (query: BuilderQuery, metric: string, isByCity = false): BuilderQuery => ({
  ...query,
  question: {
    ...query.question,
    groups: isByCity ? [{ id: 'g', column: city, grain: null, label: '' }] : [],
    measures: [{ ...counted, fn: 'max', column: city, metric }],
  },
})
const changed = ({ connectionId, ...query }: BuilderQuery, metric: string): BuilderQuery => {
  const day = { join: null, name: 'day', type: 'date', databaseType: 'date' } as const
  const [before, now] = ['2024-01-01', '2024-01-02'].map((on) => ({ from: on, to: on }))
  if (before === undefined || now === undefined) throw new Error('there are two days')
  const measure = { ...counted, metric }
  return {
    ...query,
    connectionId,
    question: changeQuestion(query.question, { measure, time: day, before, now }, [city]),
  }
}

const ofRiga = [{ column: 'city', op: '=', value: 'Riga' }] as const satisfies RunItem['rowsOf']
const ofFirst = [{ column: 'n', op: '=', value: 1 }] as const satisfies RunItem['rowsOf']
const city = { join: null, name: 'city', type: 'text', databaseType: 'text' } as const satisfies RunItem['profileOf']
const itemsByKind: Readonly<Record<string, (source: Source) => RunItem>> = {
  'a saved chart': (source) => ({ chartId: `chart-${source}` }),
  'a saved chart with a parameter of its own': (source) => ({
    chartId: `chart-${source}`,
    parameters: { city: 'Riga' },
  }),
  'the choices of a saved chart': (source) => ({ chartId: `chart-${source}`, choicesOf: 'city' }),
  'a saved question': (source) => ({ chartId: `question-${source}` }),
  'a saved question over a model': (source) => ({ chartId: `over-${source}` }),
  'a saved question over a model in SQL': (source) => ({ chartId: `over-sql-${source}` }),
  'a question': (source) => ({ query: questionOf(source) }),
  'a question over a model': (source) => ({ query: overModel(source) }),
  'the rows behind a question over a model': (source) => ({ query: overModel(source), rowsOf: ofRiga }),
  'what a column of a model holds': (source) => ({ query: overModel(source), profileOf: city }),
  'a question over a model in SQL': (source) => ({ query: overModel(source, `sql-model-${source}`) }),
  'the rows behind a question over a model in SQL': (source) => ({
    query: overModel(source, `sql-model-${source}`),
    rowsOf: ofRiga,
  }),
  'the values of a column of a model in SQL': (source) => ({
    query: overModel(source, `sql-model-${source}`),
    valuesOf: { column: 'city' },
  }),
  'the rows behind a saved question': (source) => ({ chartId: `question-${source}`, rowsOf: ofRiga }),
  'the rows behind a question': (source) => ({ query: questionOf(source), rowsOf: ofRiga }),
  'what a column of a saved question holds': (source) => ({ chartId: `question-${source}`, profileOf: city }),
  'what a column holds': (source) => ({ query: questionOf(source), profileOf: city }),
  'a saved chart of a metric': (source) => ({ chartId: `of-metric-${source}` }),
  'a question of a metric': (source) => ({ query: ofMetric(questionOf(source), `metric-${source}`) }),
  'a question of a metric over a model': (source) => ({ query: ofMetric(overModel(source), `model-metric-${source}`) }),
  'a metric broken out by a column': (source) => ({ query: ofMetric(questionOf(source), `metric-${source}`, true) }),
  'the change of a metric': (source) => ({ query: changed(questionOf(source), `metric-${source}`) }),
  'the rows behind a saved chart of a metric': (source) => ({ chartId: `of-metric-${source}`, rowsOf: ofRiga }),
  'the values of a filter of a metric': (source) => ({
    query: ofMetric(questionOf(source), `metric-${source}`, true),
    valuesOf: { column: 'city' },
  }),
  SQL: (source) => ({ query: sqlOf(source) }),
  'the rows behind a saved chart': (source) => ({ chartId: `chart-${source}`, rowsOf: ofFirst }),
  'the choices of SQL': (source) => ({ query: sqlOf(source), choicesOf: 'city' }),
}
const results = [
  'a saved chart',
  'a saved chart with a parameter of its own',
  'the choices of a saved chart',
  'a saved question',
  'a saved question over a model',
  'a saved question over a model in SQL',
  'a saved chart of a metric',
] as const
const questions = [
  'a question',
  'a question over a model',
  'a question over a model in SQL',
  'the rows behind a question over a model in SQL',
  'the values of a column of a model in SQL',
  'the rows behind a question over a model',
  'what a column of a model holds',
  'the rows behind a saved question',
  'the rows behind a question',
  'what a column of a saved question holds',
  'what a column holds',
  'a question of a metric',
  'a question of a metric over a model',
  'a metric broken out by a column',
  'the change of a metric',
  'the rows behind a saved chart of a metric',
  'the values of a filter of a metric',
] as const
const sql = ['SQL', 'the choices of SQL', 'the rows behind a saved chart'] as const

/** For each source, whether each role from viewer to owner gets an answer (y) or `forbidden` (n). */
const cases: readonly (readonly [source: Source, kinds: readonly string[], answered: string])[] = [
  ['local', results, 'yyyyy'],
  ['local', questions, 'nyyyy'],
  ['local', sql, 'nyyyy'],
  ['pg-none', results, 'nnnyy'],
  ['pg-none', questions, 'nnnyy'],
  ['pg-none', sql, 'nnnyy'],
  ['pg-results', results, 'yyyyy'],
  ['pg-results', questions, 'nnnyy'],
  ['pg-results', sql, 'nnnyy'],
  ['pg-builder', results, 'yyyyy'],
  ['pg-builder', questions, 'nyyyy'],
  ['pg-builder', sql, 'nnnyy'],
  ['pg-sql', results, 'yyyyy'],
  ['pg-sql', questions, 'nyyyy'],
  ['pg-sql', sql, 'nyyyy'],
]
/** The same for other requests: previews of a connection's tables, and exports. */
const requests: readonly (readonly [what: 'preview' | 'chart' | 'SQL', source: Source, answered: string])[] = [
  ['preview', 'pg-none', 'nnnyy'],
  ['preview', 'pg-results', 'nnnyy'],
  ['preview', 'pg-builder', 'nyyyy'],
  ['preview', 'pg-sql', 'nyyyy'],
  ['chart', 'local', 'yyyyy'],
  ['SQL', 'local', 'nyyyy'],
  ['chart', 'pg-none', 'nnnyy'],
  ['chart', 'pg-results', 'yyyyy'],
  ['SQL', 'pg-builder', 'nnnyy'],
  ['SQL', 'pg-sql', 'nyyyy'],
]

interface Outcome {
  readonly status: number
  readonly code: string
}

async function askFor({ bed }: Team, as: Asked, [what, source]: (typeof requests)[number]): Promise<Outcome> {
  if (what !== 'preview')
    return await exportItem({ bed }, as, what === 'chart' ? { chartId: `chart-${source}` } : { query: sqlOf(source) })
  const answer = await bed.ask('GET', `/api/connections/${source}/schema`, as)
  return { status: answer.status, code: codeOf(answer) ?? 'success' }
}

async function runItem({ bed }: Pick<Team, 'bed'>, as: Asked, item: unknown): Promise<Outcome> {
  const body = { runId: newId(), items: [item] }
  const answer = await bed.ask('POST', '/api/chart/run-query', { headers: { accept: 'application/json' }, ...as, body })
  return { status: answer.status, code: codeOf(answer) ?? 'success' }
}

async function exportItem({ bed }: Pick<Team, 'bed'>, as: Asked, item: unknown): Promise<Outcome> {
  const body = { exportId: newId(), format: 'ndjson', item }
  const answer = await bed.ask('POST', '/api/exports', { ...as, body })
  return { status: answer.status, code: codeOf(answer) ?? 'success' }
}

/** Runs several items in one request; returns each item's code. */
async function runItems({ bed }: Pick<Team, 'bed'>, as: Asked, items: readonly RunItem[]): Promise<readonly string[]> {
  const answer = await bed.ask('POST', '/api/chart/run-query', { ...as, body: { runId: newId(), items } })
  const codes: string[] = []
  for (const line of answer.lines) {
    const { item, status, error } = line as RunResultLine // the route's own lines
    codes[item] = error?.code ?? status
  }
  return codes
}

/** Tests by the real routes. The team's tests call this with their own team. */
export function describeWhoMayRun(get: () => Team): void {
  describe('who may run what', () => {
    let team: Team
    let member: TestPerson
    let stranger: TestPerson
    let elsewhere: string
    const tokens = new Map<string, string>()
    const tokenFor = async (role: Role, scopes: readonly TokenScope[]): Promise<string> => {
      const key = JSON.stringify([role, scopes])
      const known = tokens.get(key)
      if (known !== undefined) return known
      const { bed, owner, workspace } = team
      const body = { name: key, scopes, role, expiresInDays: 1 }
      const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })
      const { secret } = made.body as { readonly secret: string }
      tokens.set(key, secret)
      return secret
    }

    beforeAll(async () => {
      team = get()
      await team.bed.database.query(
        "CREATE TABLE towns (city text, n int, day date); INSERT INTO towns VALUES ('Łódź', 1, '2024-01-01'), ('Riga', 2, '2024-01-02')",
      )
      member = await team.bed.join(team.owner, 'viewer', team.workspace)
      await furnish(team.bed.services, await actorIn(team, team.owner, team.workspace), team.bed.database.url)
      // Only admins of a workspace make another one.
      stranger = await team.bed.join(team.owner, 'admin', team.workspace)
      const made = await team.bed.ask('POST', '/api/workspaces', { as: stranger, body: { name: 'Elsewhere' } })
      elsewhere = (made.body as { readonly id: string }).id
      await team.bed.ask('DELETE', `/api/members/${stranger.id}`, { as: team.owner, workspace: team.workspace })
      const theirs = await actorIn(team, stranger, elsewhere)
      await team.bed.services.sync.mutate(
        theirs,
        'createChart',
        chartFields('theirs', { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }),
      )
    }, 60_000)
    afterAll(() => team?.bed.database.query('DROP TABLE towns'))

    test.each(roles.map((role, index) => [role, index] as const))(
      'as %s, by session and by token',
      async (role, index) => {
        const { bed, owner, workspace } = team
        await bed.ask('PATCH', `/api/members/${member.id}`, { as: owner, workspace, body: { role } })
        const bySession = { as: member, workspace }
        const byToken = { token: await tokenFor(role, ['query:run', 'data:read']) }
        const rows = cases.flatMap(([source, kinds, answered]) =>
          kinds.map((kind) => [source, kind, answered] as const),
        )
        const items = rows.map(([source, kind]) => mustGetItem(kind, source))
        const expected = rows.map(([source, kind, answered]) => [
          source,
          kind,
          isYes(answered, index) ? 'success' : 'forbidden',
        ])
        for (const as of [bySession, byToken]) {
          const codes: string[] = []
          for (let from = 0; from < items.length; from += maxItems)
            codes.push(...(await runItems(team, as, items.slice(from, from + maxItems))))
          expect(rows.map(([source, kind], item) => [source, kind, codes[item]])).toEqual(expected)
        }
        for (const row of requests)
          expect([...row, await askFor(team, row[0] === 'preview' ? byToken : bySession, row)]).toEqual([
            ...row,
            isYes(row[2], index) ? { status: 200, code: 'success' } : { status: 403, code: 'forbidden' },
          ])
      },
      120_000,
    )

    test.each(roles.map((role) => [role, role === 'admin' || role === 'owner'] as const))(
      'as %s, the mark that a metric is verified: %s',
      async (role, isTaken) => {
        const { bed, owner, workspace } = team
        await bed.ask('PATCH', `/api/members/${member.id}`, { as: owner, workspace, body: { role } })
        const pushed = pushOf([mutationOf(1, 'verifyMetric', { id: 'metric-local', isVerified: true }, role)], {
          clientGroupID: `verify-${role}`,
        })
        const { status } = await bed.ask('POST', '/api/replicache/push', { as: member, workspace, body: pushed })
        expect(status).toBe(200)
        const actor = await actorIn(team, owner, workspace)
        const { view } = await bed.services.sync.readView(actor)
        const { verified } = metricSchema.parse(view.get('metric/metric-local'))
        expect(verified?.by ?? null).toBe(isTaken ? member.id : null)
        await bed.services.sync.mutate(actor, 'verifyMetric', { id: 'metric-local', isVerified: false, at: 1 })
      },
    )

    const chart = { chartId: 'chart-local' }
    const others: readonly (readonly [
      name: string,
      role: Role | 'nobody' | 'stranger' | readonly TokenScope[],
      item: unknown,
      status: number,
      code: string,
    ])[] = [
      ['nobody', 'nobody', chart, 401, 'not-signed-in'],
      ['somebody of another workspace', 'stranger', chart, 403, 'forbidden'],
      ['a token that only reads', ['content:read', 'data:read'], chart, 403, 'token-scope'],
      ['a token that only writes', ['content:write', 'members:manage', 'data:notify'], chart, 403, 'token-scope'],
      ['another workspace’s chart', 'owner', { chartId: 'theirs' }, 404, 'not-found'],
      ['a chart that never was', 'owner', { chartId: 'never-was' }, 404, 'not-found'],
      ['a connection that is not here, for an admin', 'admin', { query: sqlOf('theirs') }, 404, 'connection-not-found'],
      ['a connection that is not here, for an editor', 'editor', { query: sqlOf('theirs') }, 403, 'forbidden'],
      ['a chart in the trash', 'owner', { chartId: 'trashed' }, 404, 'not-found'],
      ['a chart of a folder that is kept to others', 'editor', { chartId: 'kept' }, 404, 'not-found'],
      ['a chart of a folder that is kept to others, for an admin', 'admin', { chartId: 'kept' }, 200, 'success'],
      ['a question over a model of a kept folder', 'editor', { chartId: 'over-kept' }, 409, 'model-unusable'],
      ['a question over a model of a kept folder, for an admin', 'admin', { chartId: 'over-kept' }, 200, 'success'],
      // What an admin was answered may not come from the cache.
      ['a metric of a kept folder, for an admin', 'admin', { chartId: 'of-kept-metric' }, 200, 'success'],
      ['a metric of a kept folder', 'editor', { chartId: 'of-kept-metric' }, 400, 'query-incomplete'],
      [
        'the rows behind a metric of a kept folder',
        'editor',
        { chartId: 'of-kept-metric', rowsOf: ofRiga },
        400,
        'query-incomplete',
      ],
      [
        'a metric over a model of a kept folder, for an admin',
        'admin',
        { query: ofMetric(overModel('local', 'kept-model'), 'over-kept-metric') },
        200,
        'success',
      ],
      [
        'a metric over a model of a kept folder',
        'editor',
        { query: ofMetric(overModel('local', 'kept-model'), 'over-kept-metric') },
        409,
        'model-unusable',
      ],
      [
        'the change of a metric of a kept folder',
        'editor',
        { query: changed(questionOf('local'), 'kept-metric') },
        400,
        'query-incomplete',
      ],
      [
        'a metric in the trash',
        'owner',
        { query: ofMetric(questionOf('local'), 'trashed-metric') },
        400,
        'query-incomplete',
      ],
      [
        'a question over a model of another connection',
        'owner',
        { query: overModel('local', 'question-pg-sql') },
        409,
        'model-unusable',
      ],
      ['a question over what is no model', 'owner', { query: overModel('local', 'over-kept') }, 409, 'model-unusable'],
      ['a question over a model in the trash', 'owner', { chartId: 'over-trashed' }, 409, 'model-unusable'],
      [
        'a parameter that the chart does not declare',
        'viewer',
        { ...chart, parameters: { town: 'Riga' } },
        400,
        'query-parameter',
      ],
      ['choices that the chart does not offer', 'viewer', { ...chart, choicesOf: 'town' }, 400, 'query-parameter'],
      [
        'rows behind a chart and values in one',
        'owner',
        { ...chart, rowsOf: ofFirst, valuesOf: { column: 'n' } },
        400,
        'invalid-request',
      ],
      ['what a column of SQL holds', 'owner', { query: sqlOf('local'), profileOf: city }, 400, 'query-incomplete'],
      ['a chart and SQL in one', 'viewer', { ...chart, query: sqlOf('local') }, 400, 'invalid-request'],
      ['a chart with SQL beside it', 'viewer', { ...chart, sql: 'SELECT 1' }, 400, 'invalid-request'],
      [
        'a filter of a dashboard',
        'viewer',
        { ...chart, filters: [{ column: 'n', op: '=', value: 1 }] },
        200,
        'success',
      ],
      ['the values of a filter of a dashboard', 'viewer', { ...chart, valuesOf: { column: 'n' } }, 200, 'success'],
      [
        'a filter of no dashboard',
        'viewer',
        { ...chart, filters: [{ column: 'city', op: '=', value: 'Riga' }] },
        403,
        'forbidden',
      ],
      ['the values of no filter', 'viewer', { ...chart, valuesOf: { column: 'city' } }, 403, 'forbidden'],
      [
        'a dashboard’s filter on another chart',
        'viewer',
        { chartId: 'question-local', filters: [{ column: 'n', op: '=', value: 1 }] },
        403,
        'forbidden',
      ],
      [
        'a filter of no dashboard, for who asks what they want',
        'explorer',
        { chartId: 'question-local', filters: [{ column: 'city', op: '=', value: 'Riga' }] },
        200,
        'success',
      ],
    ]
    test.each(others)('%s (%j)', async (_, who, item, status, code) => {
      const { bed, owner, workspace } = team
      let as: Asked = { workspace }
      if (who === 'stranger') as = { as: stranger, workspace }
      else if (typeof who !== 'string') as = { token: await tokenFor('owner', who) }
      else if (who !== 'nobody') {
        await bed.ask('PATCH', `/api/members/${member.id}`, { as: owner, workspace, body: { role: who } })
        as = { as: member, workspace }
      }
      expect(await runItem(team, as, item)).toEqual({ status, code })
      if (code !== 'success') expect(await exportItem(team, as, item)).toEqual({ status, code })
    })

    test('a host that the server’s settings do not name is not connected to, whoever asks', async () => {
      const { bed, owner, workspace } = team
      const body = {
        kind: 'postgres',
        port: 1,
        database: 'd',
        user: 'u',
        password: 'p',
        tls: 'off',
        caCertificate: null,
      }
      const codeAt = async (host: string) =>
        codeOf(await bed.ask('POST', '/api/connections/test', { as: owner, workspace, body: { ...body, host } }))
      expect(await codeAt(new URL(bed.database.url).hostname)).toBe('connection-port')
      expect(await codeAt('127.0.0.2')).toBe('connection-not-allowed')
      expect(await codeAt('169.254.169.254')).toBe('connection-not-allowed')
    })

    test('a token is of one workspace', async () => {
      const as = { token: await tokenFor('owner', ['query:run']), workspace: elsewhere }
      expect(await runItem(team, as, chart)).toEqual({ status: 403, code: 'forbidden' })
    })
  })
}

function mustGetItem(kind: string, source: Source): RunItem {
  const make = itemsByKind[kind]
  if (make === undefined) throw new Error(`no such kind: ${kind}`)
  return { ...make(source), cache: { mode: 'fresh' } }
}

function isYes(answered: string, index: number): boolean {
  return answered[index] === 'y'
}

async function actorIn({ bed }: Team, person: TestPerson, id: string): Promise<Actor> {
  return await actorOf(new Headers({ cookie: person.cookie }), bed.services, { id })
}

/** Creates a dataset, a connection for each grant, and for each of these a SQL chart and a builder chart. */
async function furnish({ sync, datasets, connections }: Services, owner: Actor, databaseUrl: string): Promise<void> {
  const { signal } = new AbortController()
  const content = Readable.from(['city,n,day\nŁódź,1,2024-01-01\nRiga,2,2024-01-02\n'])
  await datasets.importFile(owner, { id: datasetIdSchema.parse('towns'), fileName: 'towns.csv', content }, signal)
  const { hostname: host, port, pathname, username: user, password } = new URL(databaseUrl)
  for (const [id, access] of Object.entries(grants)) {
    const where = { kind: 'postgres', host, port: Number(port), database: pathname.slice(1), user, password } as const
    const settings = { id: connectionIdSchema.parse(id), name: id, ...where, tls: 'off', caCertificate: null } as const
    await connections.create(owner, settings, signal)
    await sync.mutate(owner, 'updateConnection', { id, access, at: 1 })
  }
  for (const source of ['local', ...Object.keys(grants)]) {
    await sync.mutate(owner, 'createChart', chartFields(`chart-${source}`, sqlOf(source)))
    await sync.mutate(owner, 'createChart', { ...chartFields(`question-${source}`, questionOf(source)), isModel: true })
    await sync.mutate(owner, 'createChart', chartFields(`over-${source}`, overModel(source)))
    await sync.mutate(owner, 'createChart', {
      ...chartFields(`sql-model-${source}`, { kind: 'sql', connectionId: source, sql: 'SELECT city, n FROM towns;' }),
      isModel: true,
      modelFields: [
        { name: 'city', type: 'text', databaseType: 'text' },
        { name: 'n', type: 'integer', databaseType: 'integer' },
      ],
    })
    await sync.mutate(owner, 'createChart', chartFields(`over-sql-${source}`, overModel(source, `sql-model-${source}`)))
    await sync.mutate(owner, 'createMetric', metricFields(`metric-${source}`, questionOf(source)))
    await sync.mutate(owner, 'createMetric', metricFields(`model-metric-${source}`, overModel(source)))
    const asked = ofMetric(questionOf(source), `metric-${source}`, true)
    await sync.mutate(owner, 'createChart', chartFields(`of-metric-${source}`, asked))
  }
  const board = { dashboardId: 'board', at: 1 }
  const firstTab = { id: 'tab', name: 'Tab', order: 'a0' }
  const place = { x: 0, y: 0, w: 4, h: 4 }
  const filter = { name: 'N', column: 'n', kind: 'number', default: null, scope: { kind: 'all' }, order: 'a0' }
  const named = { folderId: null, name: 'Board', description: '', order: 'a0', at: 1 }
  await sync.mutate(owner, 'createDashboard', { id: 'board', ...named, firstTab })
  const shown = { kind: 'chart', chartId: 'chart-local' }
  await sync.mutate(owner, 'createTile', { ...board, id: 'tile', tabId: 'tab', content: shown, place })
  await sync.mutate(owner, 'createFilter', { ...board, id: 'filter', ...filter })
  await sync.mutate(owner, 'createChart', chartFields('trashed', sqlOf('local')))
  await sync.mutate(owner, 'updateChart', { id: 'trashed', deletedAt: 5, at: 1 })
  await sync.mutate(owner, 'createFolder', { id: 'kept-folder', parentId: null, name: 'Kept', order: 'a0', at: 1 })
  await sync.mutate(owner, 'createChart', { ...chartFields('kept', sqlOf('local')), folderId: 'kept-folder' })
  const kept = { ...chartFields('kept-model', questionOf('local')), folderId: 'kept-folder', isModel: true }
  await sync.mutate(owner, 'createChart', kept)
  await sync.mutate(owner, 'createChart', chartFields('over-kept', overModel('local', 'kept-model')))
  await sync.mutate(owner, 'createChart', { ...chartFields('trashed-model', questionOf('local')), isModel: true })
  await sync.mutate(owner, 'createChart', chartFields('over-trashed', overModel('local', 'trashed-model')))
  await sync.mutate(owner, 'updateChart', { id: 'trashed-model', deletedAt: 5, at: 1 })
  const keptMetric = { ...metricFields('kept-metric', questionOf('local')), folderId: 'kept-folder' }
  await sync.mutate(owner, 'createMetric', keptMetric)
  const ofKept = ofMetric(questionOf('local'), 'kept-metric', true)
  await sync.mutate(owner, 'createChart', chartFields('of-kept-metric', ofKept))
  await sync.mutate(owner, 'createMetric', metricFields('over-kept-metric', overModel('local', 'kept-model')))
  await sync.mutate(owner, 'createMetric', metricFields('trashed-metric', questionOf('local')))
  await sync.mutate(owner, 'updateMetric', { id: 'trashed-metric', deletedAt: 5, at: 1 })
  await sync.mutate(owner, 'setFolderAccess', { id: 'kept-folder', access: [], at: 1 })
}

function metricFields(id: string, query: BuilderQuery) {
  return {
    id,
    folderId: null,
    name: id,
    description: '',
    query: { ...query, question: { ...query.question, measures: [counted] } },
    time: null,
    format: autoFormat,
    goodDirection: null,
    order: 'a0',
    at: 1,
  }
}

function chartFields(id: string, query: RunItem['query']) {
  return {
    id,
    folderId: null,
    name: id,
    description: '',
    query,
    visual: { ...defaultVisual, type: 'table' },
    order: 'a0',
    at: 1,
  }
}
