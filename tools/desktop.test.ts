import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from './repository-root.mjs'
import { runCommand } from './run-command.mjs'

it('npm run desktop says how to provide Electron where its program is not, and ends with 1', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'tidemark-no-electron-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  const { exitCode, output } = await runCommand('npm', ['run', '--silent', 'desktop'], {
    cwd: repositoryRoot,
    shell: process.platform === 'win32',
    env: { ELECTRON_OVERRIDE_DIST_PATH: empty },
  })
  expect(exitCode).toBe(1)
  for (const way of ['npx install-electron', 'ELECTRON_MIRROR=', 'ELECTRON_OVERRIDE_DIST_PATH=', 'npm start'])
    expect(output).toContain(way)
  expect(output).not.toMatch(/\n\s+at /)
})
