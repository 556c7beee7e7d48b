import { everyone, localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasCurrentClickhouse } from '../connectors/current-clickhouse-server'
import { connectionIds, type AnsweringEngines } from './answering-engines'
import { chartEntry } from './query-fixture'
import { inOrder, regionRule, ruledTables, waysToAskSales, type RuledTable } from './ways-to-ask-sales'

const databases = [
  ['PostgreSQL', 'public'],
  ['MariaDB', 'shop'],
  ['SQLite', 'main'],
  ['ClickHouse', 'default'],
] as const

/** Ways that no database answers: columns that an answer lacks are known of files alone. */
const unanswered = ['the choices of a filter of the chart', 'the choices of a filter']

const somebody = (userId: string, role: Role, region: readonly string[]): Actor => ({
  ...localOwner,
  ...{ kind: 'person', userId, role, audiences: [everyone], attributes: { region: [...region] } },
})
const owner = somebody('owner', 'owner', [])

/**
 * Tests that whoever sees only some rows of a table of a database gets by each way what the owner gets of a table with these
 * rows alone. The engines must have the tables of `salesTables`.
 */
export function rowRuleAnswers(engines: () => AnsweringEngines): void {
  describe.each(databases.filter(([name]) => name !== 'ClickHouse' || hasCurrentClickhouse()))(
    'rules of rows on %s',
    (database, schema) => {
      const connectionId = connectionIds[database]
      const { idOf, savedOf, waysTo } = waysToAskSales({ connectionId, schema, prefix: `${connectionId}-` })

      beforeAll(() => {
        const { entries } = engines()
        const connection = entries.get(`connection/${connectionId}`)
        const rule = { schema, table: 'sales', ...regionRule }
        const access = [{ to: { kind: 'role', role: 'explorer' }, level: 'sql' }]
        entries.set(`connection/${connectionId}`, {
          ...connection,
          access,
          rowRules: [JSON.parse(JSON.stringify(rule))],
        })
        for (const table of Object.keys(ruledTables) as RuledTable[]) {
          const saved = savedOf(table)
          const entryOf = (id: string, query: BuilderQuery) => ({ ...chartEntry(id, ''), query: { ...query } })
          const put = (kind: string, id: string, entry: object) =>
            entries.set(`${kind}/${id}`, JSON.parse(JSON.stringify(entry)))
          const ids = { chart: idOf('chart', table), metric: idOf('metric', table) }
          put('chart', ids.chart, entryOf(ids.chart, saved.chart))
          for (const model of ['model', 'again'] as const) {
            const id = idOf(model, table)
            put('chart', id, { ...entryOf(id, saved[model]), isModel: true })
          }
          const metric = { time: null, format: autoFormat, goodDirection: null, synonyms: [], ownerId: null }
          put('metric', ids.metric, { ...entryOf(ids.metric, saved.metric), ...metric, verified: null })
        }
      })

      const answersTo = async (actor: Actor, table: RuledTable) => {
        const answers = []
        for (const [way, item] of Object.entries(waysTo(table))) {
          const result = await engines().run(actor, item)
          answers.push([way, result.status === 'success' ? inOrder(result.columns) : result.error?.message] as const)
        }
        return answers
      }

      test.each([
        ['explorer', ['North'], 'north'],
        ['editor', ['North', 'South', 'Nowhere'], 'two'],
      ] as const)('an %s gets by each way what there is of %j alone', async (role, regions, own) => {
        const actor = somebody('nora', role, regions)
        const expected = await answersTo(owner, own)
        const failed = expected.filter(([, answer]) => !Array.isArray(answer))
        expect(failed.map(([way]) => way).filter((way) => way !== 'in another case of letters')).toEqual(unanswered)
        expect(await answersTo(actor, 'sales')).toEqual(expected)
      })

      test('who lacks the attribute sees no row, and SQL is refused to all whom the rule holds for', async () => {
        const nobody = somebody('nemo', 'editor', [])
        const answers = await answersTo(nobody, 'sales')
        const told = answers.filter(([, answer]) => /North|South|West|c_/.test(JSON.stringify(answer)))
        expect(told.filter(([way]) => !way.includes('others') && !way.startsWith('joined'))).toEqual([])
        for (const sql of ['SELECT * FROM sales', 'SELECT 1']) {
          const query = { kind: 'sql', connectionId, sql } as const
          const [refused, answered] = [await engines().run(nobody, { query }), await engines().run(owner, { query })]
          expect([refused.error?.code, answered.status]).toEqual(['forbidden', 'success'])
        }
      })
    },
  )
}
