import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { settingText } from '@tidemark/shared/base/setting-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { parseDsn } from '@tidemark/shared/observability/dsn'
import * as z from 'zod/mini'
import { parseTrustedProxies } from './client-ip'
import { parseConnectionHosts, parseWebhookHosts } from './connection-reach'
import { nearestName } from './nearest-name'
import { settingFlag } from './setting-flag'
import { singleSignOnOf, singleSignOnShape, type SingleSignOnSettings } from './single-sign-on-settings'

const secret = z.string().check(z.minLength(32, 'at least 32 bytes'))

const settingsSchema = z.object({
  PORT: z._default(
    z.coerce.number().check(z.int('a whole number'), z.minimum(0, '0 to 65535'), z.maximum(65_535, '0 to 65535')),
    3000,
  ),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  TIDEMARK_DATA_DIR: z.optional(z.string().check(z.minLength(1))),
  TIDEMARK_MODE: z._default(z.enum(['local', 'team', 'chart']), 'local'),
  TIDEMARK_PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TIDEMARK_SECRET: z.optional(secret),
  TIDEMARK_OLD_SECRETS: z.optional(z.string()),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  TIDEMARK_CHART_HOST: z.optional(z.url({ protocol: /^https?$/ })),
  ERROR_REPORTING_ENABLED: z._default(settingFlag, false),
  SENTRY_DSN: z.optional(z.string()),
  TIDEMARK_ENVIRONMENT: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'development'),
  LOG_LEVEL: z.optional(z.enum(['error', 'info', 'debug'])),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  TIDEMARK_MAIL_FROM: z.optional(z.string().check(z.minLength(3), z.maxLength(200))),
  TIDEMARK_FOLDERS: z.optional(z.string()),
  TIDEMARK_FILES_SHARED: z._default(settingFlag, false),
  TIDEMARK_TRUSTED_PROXIES: z.optional(z.string()),
  TIDEMARK_LOCAL_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
  TIDEMARK_NEW_WORKSPACES: z._default(z.enum(['anyone', 'admins', 'owners', 'nobody']), 'admins'),
  TIDEMARK_AUDIT_DAYS: z._default(
    z.coerce.number().check(z.int('a whole number'), z.minimum(1, '1 to 36500'), z.maximum(36_500, '1 to 36500')),
    400,
  ),
  TIDEMARK_BACKUPS: z._default(
    z.coerce.number().check(z.int('a whole number'), z.minimum(0, '0 to 1000'), z.maximum(1_000, '0 to 1000')),
    0,
  ),
  TIDEMARK_CHANGES_MB_PER_HOUR: z._default(
    z.coerce.number().check(z.minimum(1, '1 to 1000000'), z.maximum(1_000_000, '1 to 1000000')),
    256,
  ),
  TIDEMARK_ENGINES: z._default(
    z.coerce.number().check(z.int('1 to 64'), z.minimum(1, '1 to 64'), z.maximum(64, '1 to 64')),
    4,
  ),
  TIDEMARK_CONNECTION_HOSTS: z.optional(z.string()),
  TIDEMARK_WEBHOOK_HOSTS: z.optional(z.string()),
  TIDEMARK_JOB_DAYS: z._default(
    z.coerce.number().check(z.int('a whole number'), z.minimum(1, '1 to 3650'), z.maximum(3_650, '1 to 3650')),
    30,
  ),
  TIDEMARK_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
  ...singleSignOnShape,
})

const settingsFile = 'tidemark.json'

export const settingNames = Object.keys(settingsSchema.shape)

/** The decoded settings; see `docs/architecture.md` for what each means. */
export interface Config {
  readonly version: string
  readonly port: number
  readonly host: string
  /** Absolute path of the folder that holds the stores and files of this installation. */
  readonly dataDir: string
  readonly mode: 'local' | 'team' | 'chart'
  readonly publicUrl: string | undefined
  readonly secret: string | undefined
  /**
   * Earlier secrets, newest first: they still decrypt what they encrypted, which is then encrypted with the current
   * one.
   */
  readonly oldSecrets: readonly string[]
  readonly databaseUrl: string | undefined
  readonly chartHost: string | undefined
  readonly errorReportingEnabled: boolean
  readonly sentryDsn: string | undefined
  readonly environment: string
  readonly logLevel: 'error' | 'info' | 'debug'
  readonly smtpUrl: string | undefined
  /** The sender address of mails. */
  readonly mailFrom: string
  readonly folders: readonly string[]
  readonly filesShared: boolean
  readonly trustedProxies: readonly string[]
  readonly localToken: string | undefined
  /** The people who may create workspaces after the first one. admins, owners: at least that in any workspace of this server. */
  readonly newWorkspaces: 'anyone' | 'admins' | 'owners' | 'nobody'
  /** Number of days for which the audit log is kept. */
  readonly auditDays: number
  /** The number of daily backups kept in the data folder; 0: none are made. */
  readonly backups: number
  /** The megabytes that one person's changes may add to the store per hour, in team mode. */
  readonly changesMbPerHour: number
  /** The most query engines at once, in team mode: each workspace that asks has its own. */
  readonly engines: number
  /** The hosts that connections may reach: see `parseConnectionHosts`. */
  readonly connectionHosts: readonly string[]
  /** The hosts that webhooks may reach: see `parseWebhookHosts`. */
  readonly webhookHosts: readonly string[]
  /** Number of days for which the history of jobs is kept. */
  readonly jobDays: number
  /** The token required to read `/api/metrics`; if it is not set, only this machine may read them. */
  readonly metricsToken: string | undefined
  /** The identity provider that people sign in through; undefined if they have passwords alone. */
  readonly singleSignOn: SingleSignOnSettings | undefined
}

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of the installed resources: the checkout, or the packaged app. */
  readonly installDir: string
  readonly version: string
  /** Receives a warning for each settings file that contains unknown names. The start continues. */
  readonly onNote?: (sentence: string) => void
}

/**
 * Reads the settings once, at start: environment variable, else `tidemark.json` in the data folder, else
 * `tidemark.json` in the install folder. Fails with `config-invalid`, naming the variable and what is allowed.
 */
export function readConfig({ env, installDir, version, onNote = () => undefined }: ConfigSources): Config {
  const installed = readSettingsFile(join(installDir, settingsFile))
  const dataDir = resolve(
    env.TIDEMARK_DATA_DIR || stringSetting(installed, 'TIDEMARK_DATA_DIR') || defaultDataDir(installDir, env),
  )
  const local = dataDir === installDir ? installed : readSettingsFile(join(dataDir, settingsFile))
  // Warn before any setting is refused: a setting that seems to be missing may be misspelt here.
  for (const [folder, settings] of new Map([
    [installDir, installed],
    [dataDir, local],
  ]))
    noteUnknown(settings, join(folder, settingsFile), onNote)
  const given: Record<string, unknown> = {}
  for (const name of settingNames) {
    const value = settingText(name, [env, local, installed])
    if (value !== undefined) given[name] = value
  }
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new TidemarkError('config-invalid', {
      detail: `${issue?.path.join('.') ?? 'a setting'}: ${issue?.message ?? 'invalid'}`,
      hint: 'Correct the environment variable or the entry of that name in tidemark.json.',
    })
  }
  const settings = parsed.data
  const config: Config = {
    version,
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    mode: settings.TIDEMARK_MODE,
    publicUrl: settings.TIDEMARK_PUBLIC_URL,
    secret: settings.TIDEMARK_SECRET,
    oldSecrets: listSetting(settings.TIDEMARK_OLD_SECRETS),
    databaseUrl: settings.DATABASE_URL,
    chartHost: settings.TIDEMARK_CHART_HOST,
    errorReportingEnabled: settings.ERROR_REPORTING_ENABLED,
    sentryDsn: parseDsn(settings.SENTRY_DSN ?? ''),
    environment: settings.TIDEMARK_ENVIRONMENT,
    // A person who runs Tidemark locally wants no log beyond errors; an operator wants the changes of state.
    logLevel: settings.LOG_LEVEL ?? (settings.TIDEMARK_MODE === 'local' ? 'error' : 'info'),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.TIDEMARK_MAIL_FROM ?? `Tidemark <tidemark@${mailDomainOf(settings.TIDEMARK_PUBLIC_URL)}>`,
    folders: listSetting(settings.TIDEMARK_FOLDERS),
    filesShared: settings.TIDEMARK_FILES_SHARED,
    trustedProxies: listSetting(settings.TIDEMARK_TRUSTED_PROXIES),
    localToken: settings.TIDEMARK_LOCAL_TOKEN,
    newWorkspaces: settings.TIDEMARK_NEW_WORKSPACES,
    auditDays: settings.TIDEMARK_AUDIT_DAYS,
    backups: settings.TIDEMARK_BACKUPS,
    changesMbPerHour: settings.TIDEMARK_CHANGES_MB_PER_HOUR,
    engines: settings.TIDEMARK_ENGINES,
    connectionHosts: listSetting(settings.TIDEMARK_CONNECTION_HOSTS),
    webhookHosts: listSetting(settings.TIDEMARK_WEBHOOK_HOSTS),
    jobDays: settings.TIDEMARK_JOB_DAYS,
    metricsToken: settings.TIDEMARK_METRICS_TOKEN,
    singleSignOn: singleSignOnOf(settings),
  }
  checkMode(config)
  // Many machines set SENTRY_DSN for other programs, so an invalid one matters only if reporting is enabled.
  if (config.errorReportingEnabled && settings.SENTRY_DSN !== undefined && config.sentryDsn === undefined)
    throw new TidemarkError('config-invalid', {
      detail: 'SENTRY_DSN: it is not an address that reports can be sent to.',
      hint: 'It looks like https://KEY@HOST/PROJECT, with the number of the project at its end.',
    })
  return config
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

function checkMode(config: Config): void {
  if (config.backups > 0 && config.databaseUrl !== undefined)
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_BACKUPS: the store is in PostgreSQL, which is backed up with its own tools.',
      hint: 'See docs/self-hosting.md.',
    })
  parseConnectionHosts(config.connectionHosts, config.mode)
  parseWebhookHosts(config.webhookHosts, config.mode)
  switch (config.mode) {
    case 'local':
      return checkLocalMode(config)
    case 'team':
      return checkTeamMode(config)
    case 'chart':
      return checkChartMode(config)
  }
}

/** Checks the settings of a chart host, which shares the store and files of the team's server. */
function checkChartMode(config: Config): void {
  checkTeamMode(config)
  if (config.chartHost === undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_CHART_HOST: the chart host needs the address under which pages reach it.',
      hint: 'Set it here and at the web servers, for example to https://charts.tidemark.example.com',
    })
  }
}

function checkTeamMode(config: Config): void {
  if (config.secret === undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_SECRET: team mode needs one, of at least 32 bytes.',
      hint: 'Make one with: openssl rand -base64 48',
    })
  }
  for (const old of config.oldSecrets) {
    if (!secret.safeParse(old).success)
      throw new TidemarkError('config-invalid', { detail: 'TIDEMARK_OLD_SECRETS: each of them has at least 32 bytes.' })
  }
  if (config.publicUrl === undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_PUBLIC_URL: team mode needs the address under which people open it.',
      hint: 'For example https://tidemark.example.com',
    })
  }
  const { origin, href } = new URL(config.publicUrl)
  if (href !== `${origin}/`) {
    throw new TidemarkError('config-invalid', {
      detail: `TIDEMARK_PUBLIC_URL: ${config.publicUrl} has more than a host and a port.`,
      hint: `Give Tidemark a host name of its own, for example ${origin}`,
    })
  }
  if (config.localToken !== undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_LOCAL_TOKEN: it is for local mode; in team mode people sign in.',
      hint: 'Remove TIDEMARK_LOCAL_TOKEN.',
    })
  }
  if (config.folders.length > 0) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_FOLDERS: folders are read in place only in local mode; in a team everybody would see them.',
      hint: 'Remove TIDEMARK_FOLDERS.',
    })
  }
  parseTrustedProxies(config.trustedProxies)
  if (config.chartHost !== undefined) checkChartHost(config, config.chartHost)
}

function checkChartHost({ publicUrl = '', databaseUrl, filesShared }: Config, chartHost: string): void {
  const { origin, href, protocol } = new URL(chartHost)
  if (href !== `${origin}/`) {
    throw new TidemarkError('config-invalid', {
      detail: `TIDEMARK_CHART_HOST: ${chartHost} has more than a host and a port.`,
      hint: `Give the chart host a host name of its own, for example ${origin}`,
    })
  }
  if (origin === new URL(publicUrl).origin) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_CHART_HOST: it is the address of the pages, TIDEMARK_PUBLIC_URL.',
      hint: 'Give the chart host a host name or port of its own.',
    })
  }
  // Browsers block plain HTTP requests from a page served over HTTPS.
  if (protocol !== new URL(publicUrl).protocol) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_CHART_HOST: it must begin as TIDEMARK_PUBLIC_URL does, with https: or http:.',
    })
  }
  if (databaseUrl === undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'DATABASE_URL: with TIDEMARK_CHART_HOST the store must be one that both can reach.',
      hint: 'Set DATABASE_URL to the same PostgreSQL for the web servers and the chart host.',
    })
  }
  if (!filesShared) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_FILES_SHARED: with TIDEMARK_CHART_HOST the datasets must lie where both can read them.',
      hint: 'Give both the same folder “datasets”, and set TIDEMARK_FILES_SHARED=1.',
    })
  }
}

function checkLocalMode(config: Config): void {
  if (config.singleSignOn !== undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_OIDC_ISSUER: nobody signs in to local mode.',
      hint: 'Remove TIDEMARK_OIDC_ISSUER, or set TIDEMARK_MODE=team.',
    })
  }
  if (!loopbackHosts.has(config.host)) {
    throw new TidemarkError('config-invalid', {
      detail: `HOST: ${config.host} is not a loopback address. Local mode has no sign-in, so it only listens on 127.0.0.1.`,
      hint: 'Remove HOST, or set it to 127.0.0.1.',
    })
  }
  if (config.chartHost !== undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'TIDEMARK_CHART_HOST: a chart host is for team mode.',
      hint: 'Remove TIDEMARK_CHART_HOST.',
    })
  }
  if (config.databaseUrl !== undefined) {
    throw new TidemarkError('config-invalid', {
      detail: 'DATABASE_URL: local mode keeps its store in the data folder.',
      hint: 'Remove DATABASE_URL.',
    })
  }
}

function mailDomainOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname
}

function readSettingsFile(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) return {}
  try {
    const settings: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return z.record(z.string(), z.unknown()).parse(settings)
  } catch (cause) {
    throw new TidemarkError('config-invalid', { detail: `${path} is not a JSON object of settings.`, cause })
  }
}

/** Warns about unknown settings. They do not stop the start, because an older or newer server may know them. */
function noteUnknown(
  settings: Readonly<Record<string, unknown>>,
  path: string,
  onNote: (sentence: string) => void,
): void {
  const unknown = Object.keys(settings).filter((name) => !settingNames.includes(name))
  if (unknown.length === 0) return
  const listed = unknown.map((name) => {
    const meant = meantSetting(name)
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`
  })
  onNote(`These names in ${path} are no settings and have no effect: ${listed.join(', ')}.`)
}

/**
 * Returns the known setting that a name probably means. Compares without `TIDEMARK_`, which is easily forgotten or
 * added.
 */
function meantSetting(name: string): string | undefined {
  const bare = (of: string) => of.replace(/^TIDEMARK_/i, '')
  const meant = nearestName(bare(name), settingNames.map(bare))
  return settingNames.find((known) => bare(known) === meant)
}

function stringSetting(settings: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = settings[name]
  return typeof value === 'string' ? value : undefined
}

function listSetting(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function defaultDataDir(installDir: string, env: ConfigSources['env']): string {
  if (existsSync(join(installDir, 'package-lock.json'))) return join(installDir, '.tidemark')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tidemark')
  if (process.platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Tidemark')
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'tidemark')
}
