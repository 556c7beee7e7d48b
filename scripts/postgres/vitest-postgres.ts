import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findPostgres } from './postgres-binaries.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose user may create databases; null where there is none, and the tests for it are skipped. */
    postgresUrl: string | null | undefined
  }
}

/** One PostgreSQL for all test files of a run: the one of TEST_DATABASE_URL, or one that lives as long as the run. */
export default async function setupPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given)
    return undefined
  }
  if (findPostgres() === null) {
    project.provide('postgresUrl', null)
    const { testFiles } = await project.globTestFiles()
    console.warn(
      `No PostgreSQL for ${process.platform} on ${process.arch}: the tests of ${testFiles.length} files are skipped. ` +
        'Give the URL of one in TEST_DATABASE_URL.',
    )
    return undefined
  }
  const { url, stop } = await keepPostgres()
  project.provide('postgresUrl', url)
  return stop
}

/** Started beside this process, and gone with it: when this one is killed, its end of the pipe closes. */
async function keepPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL('keep-postgres.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(keeper, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    keeper.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    keeper.once('error', reject)
    keeper.once('exit', (code) => reject(new Error(`PostgreSQL did not start: its keeper ended with ${code}`)))
  })
  return {
    url,
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}
