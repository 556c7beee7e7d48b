import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportingConfigOf, type ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import * as z from 'zod'

interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where a release engineer's `tidemark.json` lies. */
  readonly installFolder: string
  readonly version: string
}

const installedSchema = z.record(z.string(), z.unknown())

/**
 * How the main process reports: the setting, from the environment or the installed `tidemark.json`, and the person's
 * consent; both must say yes.
 */
export function readDesktopReporting(sources: SettingSources, isConsented: boolean): ReportingConfig {
  const installed = readInstalled(sources.installFolder)
  const setting = (name: string) => {
    const value = sources.env[name] || installed[name]
    return value === undefined || value === '' ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
  }
  const dsn = setting('SENTRY_DSN')
  return reportingConfigOf(
    {
      errorReportingEnabled: /^(?:1|true)$/i.test(setting('ERROR_REPORTING_ENABLED') ?? ''),
      environment: setting('TIDEMARK_ENVIRONMENT') ?? 'development',
      sentryDsn: dsn !== undefined && URL.canParse(dsn) ? dsn : undefined,
      version: sources.version,
      chartHost: undefined,
    },
    isConsented,
  )
}

function readInstalled(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, 'tidemark.json')
  if (!existsSync(path)) return {}
  const parsed = installedSchema.safeParse(parseJson(readFileSync(path, 'utf8')))
  // The server reads the same file and says what is wrong with it; a broken one turns nothing on.
  return parsed.success ? parsed.data : {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
