import { expect, it } from 'vitest'
import { hostEnvironment, hostSettings } from './host-environment'

const env = {
  PATH: '/bin',
  AWS_SECRET_ACCESS_KEY: 'x',
  DATABASE_URL: 'postgres://elsewhere',
  NODE_OPTIONS: '--inspect',
  PORT: '80',
  HOST: '0.0.0.0',
  TIDEMARK_MODE: 'team',
  SENTRY_DSN: 'https://key@errors.example/1',
}

it('gives the processes of the server nothing of the environment but what they need', () => {
  expect(hostEnvironment(env)).toEqual({ PATH: '/bin', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
})

it('lets the environment decide neither where the server listens nor what it opens', () => {
  const choices = { port: 24_000, dataDir: '/data', secret: 's'.repeat(43), isReportingAllowed: true }
  expect(hostSettings(env, choices)).toEqual({
    LOG_LEVEL: 'info',
    SENTRY_DSN: 'https://key@errors.example/1',
    PORT: '24000',
    HOST: '127.0.0.1',
    TIDEMARK_MODE: 'local',
    TIDEMARK_DATA_DIR: '/data',
    TIDEMARK_SECRET: 's'.repeat(43),
  })
})

it('turns error reports off where the person did not agree, whatever the environment says', () => {
  const choices = { port: 0, dataDir: '/data', secret: null }
  const asked = { ERROR_REPORTING_ENABLED: '1' }
  const settingOf = (isReportingAllowed: boolean) =>
    hostSettings(asked, { ...choices, isReportingAllowed })['ERROR_REPORTING_ENABLED']
  expect([settingOf(true), settingOf(false)]).toEqual(['1', '0'])
})
