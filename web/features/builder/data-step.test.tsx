import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { BuilderTable } from '@tidemark/shared/builder/suggest-join'
import { DataStep } from './data-step'

const orders = (...names: readonly string[]): BuilderTable => ({
  table: { schema: 'shop', name: 'orders' },
  title: 'orders',
  rowCount: null,
  hidesColumns: true,
  columns: names.map((name) => ({ name, type: 'text', databaseType: 'text', references: null })),
})
const picked: Question = { ...emptyQuestion, source: { schema: 'shop', name: 'orders', columns: ['id', 'note'] } }
const drawn = (question: Question, table: BuilderTable) =>
  renderToStaticMarkup(
    <DataStep
      connectionId="c"
      question={question}
      read={[{ join: null, table }]}
      tables={[table]}
      problems={[]}
      isMetric={false}
      isSegment={false}
      onChange={() => expect.fail('nothing is changed by looking')}
    />,
  )

test('columns that may be read only since the table was chosen are offered beside it', () => {
  expect(drawn(picked, orders('id', 'note'))).not.toContain('too"')
  expect(drawn(picked, orders('id', 'note', 'total'))).toContain('aria-label="Read total of orders too"')
  expect(drawn(picked, { ...orders('id', 'note', 'total', 'paid'), hidesColumns: false })).toContain(
    'aria-label="Read 2 new columns of orders too"',
  )
})
