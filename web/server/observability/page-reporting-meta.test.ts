import { expect, test } from 'vitest'
import type { Config } from '../base/config'
import { foreignOriginsOfPage, pageReportingMeta } from './page-reporting-meta'

// Only these settings are read.
const config = (given: Partial<Config>) =>
  ({ errorReportingEnabled: true, environment: 'production', version: '0.1.0', ...given }) as Config
const sentryDsn = 'https://key@errors.example.com/1'

test('a page of a server without reports is told nothing of them, also where a DSN is set', () => {
  const off = config({ errorReportingEnabled: false, sentryDsn })
  expect([pageReportingMeta(off), foreignOriginsOfPage(off)]).toEqual([null, []])
})

test('a page may send to where reports go and to the chart host, and is told no more than it needs', () => {
  const on = config({ sentryDsn, chartHost: 'https://charts.example.com', secret: 'x'.repeat(32) })
  expect(foreignOriginsOfPage(on)).toEqual(['https://errors.example.com', 'https://charts.example.com'])
  expect(JSON.parse(pageReportingMeta(on) ?? '')).toEqual({
    isEnabled: true,
    environment: 'production',
    release: '0.1.0',
    dsn: sentryDsn,
    chartHost: 'https://charts.example.com',
  })
})
