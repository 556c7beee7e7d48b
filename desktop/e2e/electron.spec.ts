import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from '@playwright/test'

/** L4: the contract of `contract.ts` on Electron itself, where its binary is. Nothing is downloaded for it. */
const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronFolder(), 'dist')
const isThere = ['electron', 'electron.exe', 'Electron.app'].some((name) => existsSync(join(folder, name)))

test('the contract holds on Electron itself', async () => {
  if (process.env['REQUIRE_ELECTRON'] !== '1') test.skip(!isThere, 'no Electron binary')
  if (!isThere) throw new Error(`REQUIRE_ELECTRON=1, and there is no Electron binary in ${folder}`)
  const { runOnElectron } = await import('./electron-app')
  await runOnElectron(folder)
})

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}
