import { dsnFromString, dsnToString } from '@sentry/core'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { readConfig } from './config'

const root = mkdtempSync(join(tmpdir(), 'tidemark-config-'))
afterAll(() => rmSync(root, { recursive: true }))
const folder = () => mkdtempSync(join(root, 'folder-'))
const read = (env: Record<string, string>, installDir = folder()) =>
  readConfig({ env: { TIDEMARK_DATA_DIR: folder(), ...env }, installDir, version: '1.2.3' })

describe('configuration', () => {
  it('has working defaults', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mode: 'local',
      errorReportingEnabled: false,
      version: '1.2.3',
    })
  })

  it('takes the environment before the data folder, and that before the install folder', () => {
    const installDir = folder()
    const dataDir = folder()
    writeFileSync(
      join(installDir, 'tidemark.json'),
      JSON.stringify({ PORT: 1001, LOG_LEVEL: 'info', TIDEMARK_ENVIRONMENT: 'staging', ERROR_REPORTING_ENABLED: true }),
    )
    const own = { PORT: 1002, LOG_LEVEL: 'debug', ERROR_REPORTING_ENABLED: false }
    writeFileSync(join(dataDir, 'tidemark.json'), JSON.stringify(own))
    const config = readConfig({ env: { TIDEMARK_DATA_DIR: dataDir, PORT: '1003' }, installDir, version: '1' })
    expect(config).toMatchObject({
      port: 1003,
      logLevel: 'debug',
      environment: 'staging',
      errorReportingEnabled: false,
    })
  })

  it('keeps its data in the checkout when it runs from one', () => {
    const installDir = folder()
    writeFileSync(join(installDir, 'package-lock.json'), '{}')
    expect(readConfig({ env: {}, installDir, version: '1' }).dataDir).toBe(join(installDir, '.tidemark'))
  })

  it.each([
    ['1', true],
    ['TRUE', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('reads the switch %j as %s', (value, expected) => {
    expect(read({ ERROR_REPORTING_ENABLED: value }).errorReportingEnabled).toBe(expected)
  })

  it.each([
    [{ PORT: 'seventy' }, 'PORT'],
    [{ TIDEMARK_CHANGES_MB_PER_HOUR: '0' }, 'TIDEMARK_CHANGES_MB_PER_HOUR'],
    [{ TIDEMARK_CONNECTION_HOSTS: 'db, 10.0.0.0/33' }, 'TIDEMARK_CONNECTION_HOSTS'],
    [{ PORT: '70000' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ TIDEMARK_MODE: 'solo' }, 'TIDEMARK_MODE'],
    [{ TIDEMARK_LOCAL_TOKEN: 'short' }, 'TIDEMARK_LOCAL_TOKEN'],
    [{ TIDEMARK_CHART_HOST: 'https://charts.example' }, 'TIDEMARK_CHART_HOST'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ ERROR_REPORTING_ENABLED: 'yes' }, 'ERROR_REPORTING_ENABLED'],
    [{ ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: 'mailto:x' }, 'SENTRY_DSN'],
    [{ ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: 'https://example.com/1' }, 'SENTRY_DSN'],
  ])('refuses %j and names %s', (env, name) => {
    expect(() => read(env)).toThrow(
      expect.objectContaining({ code: 'config-invalid', detail: expect.stringContaining(name) }),
    )
  })

  it('keeps of the address for reports what its server asks for, and does without one nobody uses', () => {
    const dsn = (SENTRY_DSN: string, env = {}) => read({ SENTRY_DSN, ...env }).sentryDsn
    expect(dsn('https://k:secret@example.com/1/', { ERROR_REPORTING_ENABLED: '1' })).toBe('https://k@example.com/1')
    expect(dsn('garbage')).toBeUndefined()
  })

  it.each([
    'https://k@o1.example.com/1',
    'http://k@127.0.0.1:9/1',
    'http://k@[::1]:9/1',
    'https://k@example.com/a/b/7',
  ])('reads %s as the SDK does', (SENTRY_DSN) => {
    const parts = dsnFromString(read({ SENTRY_DSN }).sentryDsn ?? '')
    expect(parts === undefined ? undefined : dsnToString(parts)).toBe(SENTRY_DSN)
  })

  const team = {
    TIDEMARK_MODE: 'team',
    TIDEMARK_SECRET: 'x'.repeat(32),
    TIDEMARK_PUBLIC_URL: 'https://tidemark.example',
  }

  it('lets team mode listen anywhere and use a database', () => {
    const config = read({
      ...team,
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://localhost/tidemark',
      TIDEMARK_OLD_SECRETS: `${'y'.repeat(32)}, ${'z'.repeat(40)}`,
      TIDEMARK_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8',
    })
    expect(config).toMatchObject({
      mode: 'team',
      host: '0.0.0.0',
      databaseUrl: 'postgres://localhost/tidemark',
      oldSecrets: ['y'.repeat(32), 'z'.repeat(40)],
      mailFrom: 'Tidemark <tidemark@tidemark.example>',
    })
  })

  it.each([
    [{ TIDEMARK_SECRET: '' }, 'TIDEMARK_SECRET'],
    [{ TIDEMARK_OLD_SECRETS: 'short' }, 'TIDEMARK_OLD_SECRETS'],
    [{ TIDEMARK_PUBLIC_URL: '' }, 'TIDEMARK_PUBLIC_URL'],
    [{ TIDEMARK_PUBLIC_URL: 'https://tidemark.example/app' }, 'TIDEMARK_PUBLIC_URL'],
    [{ TIDEMARK_TRUSTED_PROXIES: 'proxy.example' }, 'TIDEMARK_TRUSTED_PROXIES'],
    [{ TIDEMARK_TRUSTED_PROXIES: '10.0.0.0/33' }, 'TIDEMARK_TRUSTED_PROXIES'],
    [{ TIDEMARK_LOCAL_TOKEN: 'x'.repeat(16) }, 'TIDEMARK_LOCAL_TOKEN'],
    [{ TIDEMARK_FOLDERS: '/srv/data' }, 'TIDEMARK_FOLDERS'],
  ])('in team mode refuses %j and names %s', (env, name) => {
    expect(() => read({ ...team, ...env })).toThrow(
      expect.objectContaining({ code: 'config-invalid', detail: expect.stringContaining(name) }),
    )
  })

  const withChartHost = {
    ...team,
    TIDEMARK_CHART_HOST: 'https://charts.example:444',
    DATABASE_URL: 'postgres://localhost/tidemark',
    TIDEMARK_FILES_SHARED: '1',
  }

  it.each([
    [{ TIDEMARK_MODE: 'chart', TIDEMARK_SECRET: '' }, 'TIDEMARK_SECRET'],
    [{ TIDEMARK_MODE: 'chart', TIDEMARK_CHART_HOST: '' }, 'TIDEMARK_CHART_HOST'],
    [{ TIDEMARK_MODE: 'chart', DATABASE_URL: '' }, 'DATABASE_URL'],
    [{ TIDEMARK_CHART_HOST: 'https://charts.example/api' }, 'TIDEMARK_CHART_HOST'],
    [{ TIDEMARK_CHART_HOST: 'https://tidemark.example' }, 'TIDEMARK_CHART_HOST'],
    [{ TIDEMARK_CHART_HOST: 'http://charts.example' }, 'TIDEMARK_CHART_HOST'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL'],
    [{ TIDEMARK_FILES_SHARED: '' }, 'TIDEMARK_FILES_SHARED'],
  ])('beside a chart host refuses %j and names %s', (env, name) => {
    expect(() => read({ ...withChartHost, ...env })).toThrow(
      expect.objectContaining({ code: 'config-invalid', detail: expect.stringContaining(name) }),
    )
  })

  it.each(['team', 'chart'])('takes the same settings of a chart host in mode %s', (mode) => {
    expect(read({ ...withChartHost, TIDEMARK_MODE: mode })).toMatchObject({
      mode,
      chartHost: 'https://charts.example:444',
    })
  })

  it('names what a settings file holds that is no setting, and the setting that it looks like', () => {
    const installDir = folder()
    const dataDir = folder()
    const notes: string[] = []
    const names = ['PORT', 'PROT', 'tidemark_port', 'dataDir', 'TIDEMARK_SECRT', 'COLOR']
    writeFileSync(
      join(installDir, 'tidemark.json'),
      JSON.stringify(Object.fromEntries(names.map((name) => [name, '1004']))),
    )
    writeFileSync(join(dataDir, 'tidemark.json'), JSON.stringify({ PORT: 1005 }))
    const read = (mode: string) =>
      readConfig({
        env: { TIDEMARK_DATA_DIR: dataDir, TIDEMARK_MODE: mode },
        installDir,
        version: '1',
        onNote: (sentence) => void notes.push(sentence),
      })
    expect(read('local').port).toBe(1005)
    expect(() => read('team')).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    const note =
      `These names in ${join(installDir, 'tidemark.json')} are no settings and have no effect: ` +
      'PROT (did you mean PORT?), tidemark_port (did you mean PORT?), dataDir (did you mean TIDEMARK_DATA_DIR?), ' +
      'TIDEMARK_SECRT (did you mean TIDEMARK_SECRET?), COLOR.'
    expect(notes).toEqual([note, note])
  })

  it('a settings file that is no JSON stops the start and names the file', () => {
    const installDir = folder()
    mkdirSync(installDir, { recursive: true })
    writeFileSync(join(installDir, 'tidemark.json'), '{ PORT: 3000 }')
    try {
      read({}, installDir)
      expect.unreachable()
    } catch (thrown) {
      expect(thrown instanceof TidemarkError && thrown.detail).toContain('tidemark.json')
    }
  })
})
