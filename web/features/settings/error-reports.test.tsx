import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorReports } from './error-reports'

test('where error reports are off, both settings that sending takes are named', () => {
  const html = renderToStaticMarkup(<ErrorReports />)
  expect(html).toContain('Error reports are off')
  for (const name of ['ERROR_REPORTING_ENABLED', 'SENTRY_DSN']) expect(html).toContain(`<code>${name}</code>`)
})
