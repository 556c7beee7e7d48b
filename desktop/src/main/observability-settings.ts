import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingText } from '@tidemark/shared/base/setting-text'
import { parseDsn } from '@tidemark/shared/observability/dsn'
import { reportingConfigOf, type ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import * as z from 'zod/mini'

interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * The data folder of the profile in use, whose `tidemark.json` is read too; null if no profile is open or it is a
   * team's.
   */
  readonly dataFolder: string | null
  /** The folder that holds a release engineer's `tidemark.json`. */
  readonly installFolder: string
  readonly version: string
}

const settingsSchema = z.record(z.string(), z.unknown())

/**
 * Reads how the main process reports: the same setting as the server's (environment, else `tidemark.json` in the data
 * folder, else the installed one) and the person's consent. Both must allow it.
 */
export function readDesktopReporting(sources: SettingSources, isConsented: boolean): ReportingConfig {
  const { env, dataFolder, installFolder } = sources
  const own = dataFolder === null ? {} : readSettings(dataFolder)
  const installed = readSettings(installFolder)
  const setting = (name: string) => settingText(name, [env, own, installed])
  return reportingConfigOf(
    {
      errorReportingEnabled: /^(?:1|true)$/i.test(setting('ERROR_REPORTING_ENABLED') ?? ''),
      environment: setting('TIDEMARK_ENVIRONMENT') ?? 'development',
      sentryDsn: parseDsn(setting('SENTRY_DSN') ?? ''),
      version: sources.version,
      chartHost: undefined,
    },
    isConsented,
  )
}

function readSettings(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, 'tidemark.json')
  if (!existsSync(path)) return {}
  const parsed = settingsSchema.safeParse(readJson(path))
  // The server reads the same file and reports errors in it. A broken or unreadable file turns nothing on.
  return parsed.success ? parsed.data : {}
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
