/**
 * The variables that a program needs to run on this machine and to reach databases through its proxy. None can hold a
 * secret.
 */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'SYSTEMROOT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const

/**
 * The server settings that the desktop's environment may set. Where it listens and stores is decided by the profile.
 */
const passedSettings = ['ERROR_REPORTING_ENABLED', 'SENTRY_DSN', 'TIDEMARK_ENVIRONMENT', 'LOG_LEVEL'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment of the server's processes. */
export function hostEnvironment(env: Environment): Record<string, string> {
  return { ...picked(env, inherited), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}

interface HostChoices {
  readonly port: number
  readonly dataDir: string
  readonly secret: string | null
  readonly isReportingAllowed: boolean
}

/** Returns the settings that the host is started with. secret: null leaves the key to a file in the data folder. */
export function hostSettings(
  env: Environment,
  { port, dataDir, secret, isReportingAllowed }: HostChoices,
): Record<string, string> {
  return {
    LOG_LEVEL: 'info',
    ...picked(env, passedSettings),
    // Set to 0 explicitly: an installed `tidemark.json` may turn reporting on, but the person decides.
    ...(isReportingAllowed ? {} : { ERROR_REPORTING_ENABLED: '0' }),
    PORT: String(port),
    HOST: '127.0.0.1',
    TIDEMARK_MODE: 'local',
    TIDEMARK_DATA_DIR: dataDir,
    ...(secret === null ? {} : { TIDEMARK_SECRET: secret }),
  }
}

function picked(env: Environment, names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, env[name]] as const)
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}
