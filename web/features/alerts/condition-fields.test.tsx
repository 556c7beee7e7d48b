import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { alertConditionSchema } from '@tidemark/shared/alerts/alert-condition'
import { errorsOf } from '../accounts/use-form'
import { changeOf, ConditionFields, readCondition, type Kind } from './condition-fields'

/** Returns the HTML of the fields after a condition with this typed number was sent. */
function sent(kind: Kind, typed: string): string {
  const change = { ...changeOf({ kind: 'missing' }), by: typed }
  const { error } = alertConditionSchema.safeParse(readCondition(kind, typed, change, '5'))
  return renderToStaticMarkup(
    <ConditionFields
      {...{ kind, limit: typed, change, width: '5' }}
      {...{ setLimit: () => undefined, setChange: () => undefined, setWidth: () => undefined }}
      errors={error === undefined ? {} : errorsOf(error)}
    />,
  )
}

test.each<[Kind, string, string]>([
  ['above', '', 'value'],
  ['above', '1.234,5', 'value'],
  ['below', 'abc', 'value'],
  ['changed', '', 'by'],
  ['changed', '1,5', 'by'],
])('%s “%s” is refused at its field, which is found by its name', (kind, typed, name) => {
  const html = sent(kind, typed)
  expect(html).toContain('Needs a number, such as 12.5.')
  expect(/<input[^>]*aria-invalid="true"[^>]*>/.exec(html)?.[0]).toContain(`name="${name}"`)
})

test('a change is over 0, and a number is no error', () => {
  expect(sent('changed', '0')).toContain('Needs a number over 0.')
  for (const kind of ['above', 'below', 'changed'] as const) expect(sent(kind, '1.5')).not.toContain('Needs')
})
