import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readConfig, type Config } from './config'
import './schema-words'

/**
 * Reads the settings of a process that a person started; writes warnings about unknown settings to standard error.
 * installDir: the checkout, or the packaged app's resources. Fails with `config-invalid`.
 */
export function readProcessConfig(installDir: string): Config {
  const onNote = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  return readConfig({ env: process.env, installDir, version: installedVersion(installDir), onNote })
}

/** Returns the version of Tidemark in the `package.json` of that folder. */
export function installedVersion(installDir: string): string {
  const packageFile = readFileSync(join(installDir, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(packageFile)).version
}
