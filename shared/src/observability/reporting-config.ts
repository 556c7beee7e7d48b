import * as z from 'zod/mini'

/** The environment, identity and destination of reports; equal for all processes of an installation. */
export const reportingConfigSchema = z.object({
  isEnabled: z.boolean(),
  environment: z.string().check(z.minLength(1)),
  /** Absent: the SDK runs and sends nothing. */
  dsn: z.optional(z.string()),
  /** The version of `package.json`. */
  release: z.string().check(z.minLength(1)),
  /** The origin of a separate chart host: the only foreign origin that gets trace ids. */
  chartHost: z.optional(z.string()),
})
export type ReportingConfig = z.infer<typeof reportingConfigSchema>

interface ReportingSettings {
  readonly errorReportingEnabled: boolean
  readonly environment: string
  readonly sentryDsn: string | undefined
  readonly version: string
  readonly chartHost: string | undefined
}

/**
 * Decides whether a process reports. isConsented: the person's choice, if one is asked (in the desktop app); both must
 * allow it. A DSN alone turns nothing on.
 */
export function reportingConfigOf(settings: ReportingSettings, isConsented = true): ReportingConfig {
  return {
    isEnabled: settings.errorReportingEnabled && isConsented,
    environment: settings.environment,
    release: settings.version,
    ...(settings.sentryDsn === undefined ? {} : { dsn: settings.sentryDsn }),
    ...(settings.chartHost === undefined ? {} : { chartHost: settings.chartHost }),
  }
}
