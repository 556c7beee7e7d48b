import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { debugIdProblems, scriptsWithMaps } from '../build/debug-ids.mjs'
import { runCommand } from '../run-command.mjs'

/** The variables that Sentry's own program reads; `SENTRY_URL` overrides the address of sentry.io. */
const needed = /** @type {const} */ (['SENTRY_AUTH_TOKEN', 'SENTRY_ORG', 'SENTRY_PROJECT'])

/**
 * Sends the source maps of a release to Sentry, or a compatible service, with Sentry's own program, which npm
 * installed. Can be repeated: what is there already is not sent again.
 *
 * @param {string} folder as `release:build` leaves it, named for the version
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string>} what was done, in a sentence
 */
export async function uploadSourceMaps(folder, env) {
  const missing = needed.filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Not sent: set ${missing.join(', ')}. See docs/release.md.`)
  const scripts = scriptsWithMaps(folder)
  if (scripts.length === 0) throw new Error(`There are no source maps in ${folder}: npm run release:build makes them.`)
  const problems = debugIdProblems(folder)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const hidden = scripts.find((path) => /(?:^|[/\\])\./.test(path))
  if (hidden !== undefined) throw new Error(`${hidden}: sentry-cli passes by folders that begin with a dot`)
  const version = basename(folder)
  const args = ['sourcemaps', 'upload', '--release', version, '--strict', '.']
  const { exitCode, output } = await runCommand(findSentryCli(), args, { cwd: folder, env })
  if (exitCode !== 0) throw new Error(`sentry-cli ended with ${exitCode}:\n${output}`)
  return `${scripts.length} source maps of Tidemark ${version} were sent to ${env['SENTRY_URL'] || 'https://sentry.io'}`
}

/** Finds the program in the package for this system; the shared package would download it if that is missing. */
function findSentryCli() {
  const { platform, arch } = process
  const name = platform === 'darwin' ? '@sentry/cli-darwin' : `@sentry/cli-${platform}-${arch}`
  const program = `${name}/bin/sentry-cli${platform === 'win32' ? '.exe' : ''}`
  // The packages for each system are dependencies of the package that all systems share.
  const shared = createRequire(import.meta.url).resolve('@sentry/cli/package.json')
  try {
    return createRequire(shared).resolve(program)
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci without --omit=optional.`, { cause })
  }
}
