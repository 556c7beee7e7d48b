import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from '@playwright/test'
import { describeDesktop } from './contract'
import { ElectronApp } from './electron-app'

/** L4: the contract of `contract.ts` on Electron itself, if its binary is here. Nothing is downloaded for it. */
const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronFolder(), 'dist')
const isThere = ['electron', 'electron.exe', 'Electron.app'].some((name) => existsSync(join(folder, name)))

if (isThere) describeDesktop('on Electron itself', () => new ElectronApp(folder))
else {
  test('the contract holds on Electron itself', () => {
    test.skip(process.env['REQUIRE_ELECTRON'] !== '1', 'no Electron binary')
    throw new Error(`REQUIRE_ELECTRON=1, and there is no Electron binary in ${folder}`)
  })
}

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}
