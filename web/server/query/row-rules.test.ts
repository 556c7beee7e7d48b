import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '@tidemark/shared/access/roles'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { madePublicLinkSchema } from '@tidemark/shared/public-links/public-link'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pdfText } from '@testkit/documents/pdf-text'
import type { StarTable } from '@testkit/query/star-schema'
import {
  amount,
  inOrder,
  region,
  regionRule,
  ruledTables,
  salesTables,
  total,
  waysToAskSales,
  type RuledTable,
} from '@testkit/query/ways-to-ask-sales'
import { openFullTeam, type FullTeam } from '@testkit/team/full-team-bed'
import type { TestPerson } from '@testkit/team/team-test-bed'

/*
 * Whoever sees only some rows of a table gets, by each way to ask, what the owner gets of a table that holds these rows
 * alone.
 */

let team: FullTeam
const people = new Map<string, TestPerson & { readonly role: Role }>()

async function upload({ name, columns, rows }: StarTable): Promise<void> {
  const query = new URLSearchParams({ fileName: `${name}.csv`, id: name, name })
  const csv = [columns.map((column) => column.name), ...rows].map((row) => row.join(',')).join('\n')
  const made = await team.send('POST', `/api/datasets?${query.toString()}`, team.owner, csv, 'text/csv')
  if (made.status !== 201) throw new Error(await made.text())
}

const by = (name: string, args: object) => team.change(team.owner, 'owner', name, args)
const setRule = (rule: RowRule | null) => by('setRowRule', { source: { kind: 'dataset', id: 'sales' }, rule })

const built = (question: Question) => ({ kind: 'builder', connectionId: 'local', question }) as const
const { idOf, savedOf, waysTo } = waysToAskSales({ connectionId: 'local', schema: null })
const source = (table: RuledTable) => ({ schema: null, name: table })
const overModel = (model: string) => ({ schema: null, name: 'Model', model })

interface Line {
  readonly item: number
  readonly status: string
  readonly fields?: readonly unknown[]
  readonly columns?: readonly unknown[]
  readonly error?: { readonly code: string; readonly detail?: string; readonly message: string }
}

async function run(as: TestPerson, items: readonly RunItem[]): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (let from = 0; from < items.length; from += 60) {
    const body = { runId: `r${from}`, items: items.slice(from, from + 60) }
    const response = await team.send('POST', '/api/chart/run-query', as, body)
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
    for (const line of text.split('\n').filter((one) => one.startsWith('{'))) {
      const parsed = JSON.parse(line) as Line
      lines[from + parsed.item] = parsed
    }
  }
  return lines
}

async function answersTo(as: TestPerson, table: RuledTable) {
  const ways = waysTo(table)
  const lines = await run(as, Object.values(ways))
  return Object.keys(ways).map((way, index) => {
    const { status, columns, error } = lines[index] ?? { status: 'none' }
    // Without an order, rows come as they come.
    return [way, status, status === 'success' ? inOrder(columns ?? []) : (error?.detail ?? error?.message)] as const
  })
}

function mustBe(name: string): TestPerson & { readonly role: Role } {
  const person = people.get(name)
  if (person === undefined) throw new Error(`nobody is called ${name}`)
  return person
}

beforeAll(async () => {
  team = await openFullTeam(['../documents/document-process.ts'])
  const join = async (name: string, role: Role, region_: readonly string[] | null) => {
    const person = { ...(await team.join(team.owner, role, team.workspace)), role }
    people.set(name, person)
    if (region_ === null) return
    const body = { attributes: { region: region_ } }
    expect((await team.send('PATCH', `/api/members/${person.id}`, team.owner, body)).status).toBe(204)
  }
  await join('viewer', 'viewer', ['North'])
  await join('explorer', 'explorer', ['North'])
  await join('viewer-asks', 'explorer', ['North'])
  await join('editor', 'editor', ['North', 'South', 'Nowhere'])
  await join('nobody', 'editor', null)
  await join('admin', 'admin', null)
  for (const table of salesTables()) await upload(table)
  const fields = { folderId: null, description: '', order: 'a0', visual: defaultVisual, name: 'Chart' }
  for (const table of Object.keys(ruledTables) as RuledTable[]) {
    const saved = savedOf(table)
    await by('createChart', { id: idOf('chart', table), ...fields, query: saved.chart })
    for (const model of ['model', 'again'] as const)
      await by('createChart', { id: idOf(model, table), ...fields, query: saved[model], isModel: true })
    const sql = {
      kind: 'sql',
      connectionId: 'local',
      sql: `select region, sum(amount) as total from ${table} group by 1`,
    }
    await by('createChart', { id: `sql-${table}`, ...fields, query: sql })
    const modelFields = [region, { ...amount, name: 'total' }].map(({ join: _join, ...one }) => one)
    await by('createChart', { id: `sql-model-${table}`, ...fields, query: sql, isModel: true, modelFields })
    const metric = { id: idOf('metric', table), name: `Metric ${table}`, folderId: null, description: '', order: 'a0' }
    await by('createMetric', {
      ...{ ...metric, query: saved.metric, time: null },
      ...{ format: autoFormat, goodDirection: null },
    })
  }
  await setRule(regionRule)
}, 120_000)

afterAll(() => team.close())

test.each([
  ['explorer', 'north'],
  ['editor', 'two'],
  ['admin', 'sales'],
] as const)('%s gets by each way what there is of their own rows, after the owner asked for all', async (name, own) => {
  const all = await answersTo(team.owner, 'sales')
  expect(all.filter(([, status]) => status !== 'success')).toEqual([])
  const expected = await answersTo(team.owner, own)
  expect(await answersTo(mustBe(name), 'sales')).toEqual(expected)
  // Each way tells the rows of all from those of some, or this test could not fail.
  const same = all.flatMap(([way, , answer], index) =>
    own !== 'sales' && JSON.stringify(answer) === JSON.stringify(expected[index]?.[2]) ? [way] : [],
  )
  expect(same).toEqual([])
})

test('who lacks the attribute sees no row, and no figure of one', async () => {
  const answers = await answersTo(mustBe('nobody'), 'sales')
  const failed = answers.filter(([, status]) => status !== 'success')
  expect(failed).toEqual([])
  const told = answers.filter(([, , answer]) => /North|South|West|c_/.test(JSON.stringify(answer)))
  // Customers that are in another table, too.
  expect(told.filter(([way]) => !way.includes('others') && !way.startsWith('joined'))).toEqual([])
  const [{ columns } = { columns: [] }] = await run(mustBe('nobody'), [
    {
      query: built({ ...emptyQuestion, source: source('sales'), measures: [{ ...total, fn: 'count', column: null }] }),
    },
  ])
  expect(columns).toEqual([['0']])
})

test('a viewer sees their own rows in charts that others made, and chooses among their own values', async () => {
  const items = (table: RuledTable): RunItem[] => [
    { chartId: `chart-${table}` },
    { chartId: `model-${table}` },
    { chartId: `again-${table}` },
  ]
  const viewer = await run(mustBe('viewer'), items('sales'))
  const expected = await run(team.owner, items('north'))
  expect(viewer.map(({ columns }) => inOrder(columns ?? []))).toEqual(
    expected.map(({ columns }) => inOrder(columns ?? [])),
  )
})

describe('SQL over a table with a rule', () => {
  const sql = (text: string, connectionId = 'local') => ({ query: { kind: 'sql', connectionId, sql: text } }) as const
  const items: readonly RunItem[] = [
    ...[
      'select * from sales',
      'from "SALES"',
      'explain select * from sales',
      'describe sales',
      'summarize sales',
      'select 1 -- sales',
      'with s as (from sales) select count(*) from s',
      'from memory.main.sales',
      'show columns from sales',
    ].map((text) => sql(text)),
    { chartId: 'sql-sales' },
    { chartId: 'sql-model-sales' },
    { query: built({ ...emptyQuestion, source: overModel('sql-model-sales') }) },
    {
      query: built({
        ...{ ...emptyQuestion, source: source('north') },
        joins: [{ id: 'j', kind: 'cross', table: overModel('sql-model-sales'), on: [] }],
      }),
    },
  ]
  const told = /North|South|West|1305|[345]\d\d/

  test.each(['explorer', 'editor', 'nobody'])('is refused to %s, with words', async (name) => {
    const lines = await run(mustBe(name), items)
    const words = lines.map(({ status, error }) => [
      status,
      error?.code,
      /only your own rows/.test(error?.detail ?? ''),
    ])
    expect(words).toEqual(items.map(() => ['failed', 'forbidden', true]))
    expect(JSON.stringify(lines.map(({ columns }) => columns))).not.toMatch(told)
    const [other, listed] = await run(mustBe(name), [sql('select count(*) from north'), sql('show tables')])
    expect(other?.columns).toEqual([['30']])
    expect(JSON.stringify(listed?.columns)).not.toContain('sales')
  })

  test('is refused to a viewer of a chart that an admin wrote', async () => {
    const lines = await run(mustBe('viewer'), [{ chartId: 'sql-sales' }, { chartId: 'sql-model-sales' }])
    expect(lines.map(({ error }) => error?.code)).toEqual(['forbidden', 'forbidden'])
  })

  test('is answered for whom the rule does not hold', async () => {
    const lines = await run(mustBe('admin'), items)
    expect(lines.map(({ status }) => status)).toEqual(items.map(() => 'success'))
  })

  test('is not written by editors under the rule, who are not sent the text of others either', async () => {
    const fields = { folderId: null, description: '', order: 'a0', visual: defaultVisual, name: 'Mine' }
    const { query } = sql('select * from sales')
    await expect(
      team.change(mustBe('editor'), 'editor', 'createChart', { id: 'mine', ...fields, query }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    const { snapshot } = await team.services.sync.readView(team.actorOf(mustBe('editor'), 'editor'))
    expect(JSON.stringify(new Map(snapshot.entries).get('chart/sql-sales'))).toContain('"withheld":true')
  })
})

test('exports hold own rows alone, and a change of the attribute changes them at once', async () => {
  const exported = async (name: string) => {
    const item = { query: built({ ...emptyQuestion, source: source('sales') }) }
    const response = await team.send('POST', '/api/exports', mustBe(name), { exportId: name, format: 'csv', item })
    return [...new Set((await response.text()).match(/North|South|West/g))].toSorted()
  }
  expect([await exported('explorer'), await exported('editor'), await exported('nobody')]).toEqual([
    ['North'],
    ['North', 'South'],
    [],
  ])
  const explorer = mustBe('explorer')
  const give = async (values: readonly string[]) => {
    const body = { attributes: { region: values } }
    await team.send('PATCH', `/api/members/${explorer.id}`, team.owner, body)
  }
  await give(['West'])
  expect(await exported('explorer')).toEqual(['West'])
  await give(['North'])
})

test('people with equal values share an answer; others have one of their own', async () => {
  const item = { query: built({ ...emptyQuestion, source: source('sales'), measures: [total] }) } as const
  const keyOf = async (name: string) => {
    const [line] = await run(mustBe(name), [item])
    return (line as unknown as { cache: { key: string } }).cache.key
  }
  expect(await keyOf('viewer-asks')).toBe(await keyOf('explorer'))
  expect(new Set(await Promise.all(['explorer', 'editor', 'nobody', 'admin'].map(keyOf))).size).toBe(4)
})

test('what is said of a table is without figures for whom a rule holds', async () => {
  const read = async (name: string) => (await team.send('GET', '/api/datasets/sales', mustBe(name))).text()
  for (const name of ['viewer', 'explorer', 'editor', 'nobody']) {
    const text = await read(name)
    expect([name, text]).toEqual([name, expect.not.stringMatching(/c_North|South|2025-0|"rowCount":90/)])
    expect(text).toContain('"rowCount":0')
  }
  expect(await read('admin')).toMatch(/"rowCount":90/)
  const refused = await team.send('PATCH', '/api/datasets/sales', mustBe('editor'), {})
  expect(refused.status).toBeGreaterThanOrEqual(400)
})

test('a rule is set by admins alone, and undone, taken away or restored by nobody else', async () => {
  const args = { source: { kind: 'dataset', id: 'sales' }, rule: null }
  for (const [name, role] of [
    ['editor', 'editor'],
    ['explorer', 'explorer'],
  ] as const) {
    const change = team.change(mustBe(name), role, 'setRowRule', args)
    await expect(change).rejects.toMatchObject({ code: 'forbidden' })
    const undo = { key: 'dataset/sales', expected: { rowRule: regionRule }, restored: {} }
    const undone = team.change(mustBe(name), role, 'restoreEntries', { changes: [undo] })
    await expect(undone).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(by('restrictColumns', { id: 'sales', columns: ['region'], isRestricted: true })).rejects.toMatchObject({
    code: 'invalid-mutation',
  })
})

describe('a rule', () => {
  const totalOf = async (name: string) => {
    const [line] = await run(mustBe(name), [
      {
        query: built({
          ...emptyQuestion,
          source: source('sales'),
          groups: [{ id: 'r', column: region, grain: null, label: '' }],
        }),
      },
    ])
    return line?.status === 'success' ? (line.columns?.[0] ?? []) : line?.error?.detail
  }
  const ruleOf = (changes: Partial<RowRule>): RowRule => ({ ...regionRule, ...changes })
  const [attribute] = regionRule.conditions
  const values = (given: string[]) => ({ id: 'c2', column: region, test: { kind: 'values', values: given } }) as const

  test.each([
    [
      'of any condition',
      ruleOf({ match: 'any', conditions: [...regionRule.conditions, values(['West'])] }),
      ['North', 'West'],
      ['West'],
    ],
    ['of all conditions', ruleOf({ conditions: [...regionRule.conditions, values(['North', 'West'])] }), ['North'], []],
    ['from which editors are exempt', ruleOf({ exempt: 'editor' }), ['North'], ['North', 'South', 'West']],
    [
      'of a number that some of the values are not',
      ruleOf({ conditions: [{ id: 'c', column: { ...amount }, test: { kind: 'values', values: ['x', '3'] } }] }),
      ['North'],
      ['North'],
    ],
    [
      'of the role',
      ruleOf({ conditions: [{ id: 'c', column: region, test: { kind: 'attribute', attribute: 'user.role' } }] }),
      [],
      [],
    ],
  ] as const)('%s', async (_name, rule, explorer, nobody) => {
    await setRule(rule)
    expect([await totalOf('explorer'), await totalOf('nobody')]).toEqual([explorer, nobody])
    await setRule(regionRule)
  })

  test('from which nobody is exempt holds for admins and owners, who can take it away', async () => {
    await setRule(ruleOf({ exempt: null }))
    expect(await totalOf('admin')).toEqual([])
    const [line] = await run(team.owner, [{ query: { kind: 'sql', connectionId: 'local', sql: 'from sales' } }])
    expect(line?.error?.code).toBe('forbidden')
    await setRule(regionRule)
    expect(await totalOf('admin')).toEqual(ruledTables.sales)
  })

  test('over a column that is gone leaves nothing, with words', async () => {
    expect(attribute).toBeDefined()
    const csv = ['place,amount', 'North,1'].join('\n')
    const path = '/api/datasets/gone'
    const made = await team.send(
      'POST',
      '/api/datasets?fileName=gone.csv&id=gone&name=gone',
      team.owner,
      'region,amount\nNorth,1',
      'text/csv',
    )
    expect(made.status).toBe(201)
    await by('setRowRule', { source: { kind: 'dataset', id: 'gone' }, rule: regionRule })
    const differs = await team.send('POST', `${path}/versions?fileName=gone.csv`, team.owner, csv, 'text/csv')
    const { error } = (await differs.json()) as { error: { choices: string[] } }
    const accept = encodeURIComponent(error.choices[0] ?? '')
    const replaced = await team.send(
      'POST',
      `${path}/versions?fileName=gone.csv&accept=${accept}`,
      team.owner,
      csv,
      'text/csv',
    )
    expect(replaced.status).toBe(200)
    const [line] = await run(mustBe('explorer'), [
      { query: built({ ...emptyQuestion, source: { schema: null, name: 'gone' } }) },
    ])
    expect([line?.status, line?.error?.detail]).toEqual([
      'failed',
      'Which rows of “gone” you see depends on “region”, which it has no more. Ask an admin.',
    ])
  })

  test('of a model holds wherever the model is read, and whoever it holds for cannot change it', async () => {
    const source_ = { kind: 'model', id: 'model-two' }
    await by('setRowRule', { source: source_, rule: regionRule })
    const items: RunItem[] = [{ chartId: 'model-two' }, { chartId: 'again-two' }]
    const seen = async (name: string) =>
      (await run(mustBe(name), items)).map(({ columns }) => [...new Set(JSON.stringify(columns).match(/North|South/g))])
    expect([await seen('viewer'), await seen('nobody')]).toEqual([
      [['North'], ['North']],
      [[], []],
    ])
    const renamed = team.change(mustBe('editor'), 'editor', 'updateChart', { id: 'model-two', name: 'Other' })
    await expect(renamed).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a public link to a chart', () => {
  test('shows the rows of its maker’s attributes, though the rule exempts its maker', async () => {
    const { publicLinks } = team.services
    const server = createServer((request, response) => void publicLinks?.answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const visual = { ...defaultVisual, type: 'table' }
      const query = built({ ...emptyQuestion, source: source('sales') })
      await by('createChart', { id: 'rows', folderId: null, description: '', order: 'a0', name: 'Rows', visual, query })
      const admin = mustBe('admin')
      const body = { target: { kind: 'chart', id: 'rows' }, name: 'Board' }
      const made = await team.send('POST', '/api/public-links', admin, body)
      const { token } = madePublicLinkSchema.parse(await made.json())
      const { port } = server.address() as AddressInfo // it listens on a port
      const shown = async () => {
        const page = await fetch(`http://127.0.0.1:${port}/p/${token}`)
        return [page.status, ...new Set((await page.text()).match(/North|South|West/g))]
      }
      expect(await shown()).toEqual([200])
      await team.send('PATCH', `/api/members/${admin.id}`, team.owner, { attributes: { region: ['South'] } })
      expect(await shown()).toEqual([200, 'South'])
    } finally {
      server.close()
    }
  }, 60_000)
})

describe('to see a chart as somebody else', () => {
  const seen = (as: TestPerson, whom: TestPerson) =>
    team.send('GET', `/api/charts/chart-sales/document?format=png&scale=1&seeAs=${whom.id}`, as)

  test('is for admins, who get it with the rights and rows of that member, and leave a trace', async () => {
    const make = vi.spyOn(team.services.documents, 'make')
    try {
      const viewer = mustBe('viewer')
      const response = await seen(mustBe('admin'), viewer)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      const [actor, request] = make.mock.calls[0] ?? []
      expect(actor).toMatchObject({ userId: viewer.id, role: 'viewer', attributes: { region: ['North'] } })
      expect(request?.seenAs).toBe('The viewer')
      const audit = await team.send('GET', '/api/audit?action=seen-as', team.owner)
      expect(await audit.json()).toMatchObject({
        events: [{ actor: { userId: mustBe('admin').id }, target: viewer.id, detail: { of: 'chart-sales' } }],
      })
    } finally {
      make.mockRestore()
    }
  }, 60_000)

  test('is refused to everybody else, of members above, and of who is no member', async () => {
    const refusals = await Promise.all([
      seen(mustBe('editor'), mustBe('viewer')),
      seen(mustBe('viewer'), mustBe('editor')),
      seen(mustBe('admin'), team.owner),
      seen(mustBe('admin'), { ...team.owner, id: 'nobody' }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 404])
  })
})

test('a dashboard on paper says where a chart is that its reader may not see, and nothing else of it', async () => {
  await by('createFolder', { id: 'closed', parentId: null, name: 'Closed', order: 'a0' })
  const ownerEdits = { to: { kind: 'person', userId: team.owner.id }, level: 'edit' }
  await by('setFolderAccess', { id: 'closed', access: [ownerEdits] })
  const firstTab = { id: 'paper-tab', name: 'Tab', order: 'a0' }
  await by('createDashboard', { id: 'paper', folderId: null, name: 'Paper', description: '', order: 'a0', firstTab })
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 4711 as secret_count' }
  for (const [index, folderId] of ['closed', null].entries()) {
    const chart = { id: `figures-${index}`, folderId, description: '', order: 'a0', name: `Figures ${index}`, query }
    await by('createChart', { ...chart, visual: { ...defaultVisual, type: 'table' } })
    const content = { kind: 'chart', chartId: chart.id }
    const place = { x: 6 * index, y: 0, w: 6, h: 6 }
    await by('createTile', { id: `tile-${index}`, dashboardId: 'paper', tabId: 'paper-tab', content, place })
  }
  const missing = ['Missing chart', 'The chart was deleted, or you may not see it.']
  for (const [reader, sees] of [
    [team.owner, true],
    [mustBe('editor'), false],
    [mustBe('explorer'), false],
    [mustBe('viewer'), false],
  ] as const) {
    const response = await team.send('GET', '/api/dashboards/paper/document?format=pdf', reader)
    const text = pdfText(new Uint8Array(await response.arrayBuffer()))
    for (const said of ['Paper', 'Figures 1', ...(sees ? ['Figures 0'] : missing)]) expect(text).toContain(said)
    expect(text.match(/4,711/g)).toHaveLength(sees ? 2 : 1)
    const alone = await team.send('GET', '/api/charts/figures-0/document?format=pdf', reader)
    const tile = await team.send('GET', '/api/dashboards/paper/document?format=pdf&tile=tile-0', reader)
    expect([alone.status, tile.status]).toEqual(sees ? [200, 200] : [404, 404])
  }
}, 60_000)
