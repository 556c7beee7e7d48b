import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { promoteRelease, rollbackRelease } from '../../tools/release/publish-release.mjs'
import { UpdateServer } from '../../testkit/release/update-server'
import { writeRelease } from '../../testkit/release/write-release'
import { openedPage } from './contract'
import { DoubleApp } from './double-app'
import { inLongRun } from '../../testkit/long-run'

/** L2 with the real electron-updater in the main bundle, as an installed AppImage that uses a site of releases. */
test.skip(process.platform !== 'linux', 'an AppImage is for Linux')

test('windows and menu say how an update stands, and none that was withdrawn is installed', inLongRun, async () => {
  const work = mkdtempSync(join(tmpdir(), 'tidemark-updates-'))
  const server = new UpdateServer(join(work, 'site'))
  await server.start()
  const app = new DoubleApp()
  // The file is run once it is installed.
  const contentOf = (version: string) => `#!/bin/sh\nexit 0\n${version.repeat(200_000)}`
  const publish = async (version: string) => {
    const release = join(work, version)
    mkdirSync(release)
    writeRelease(release, version, { content: contentOf(version) })
    await promoteRelease(release, server.folder, 100)
  }
  const update = async () => {
    const { label, isEnabled } = await app.menu('update')
    return [label, isEnabled]
  }
  try {
    const appImage = join(work, 'tidemark.AppImage')
    writeFileSync(appImage, 'the one that is installed')
    const installed = () => readFileSync(appImage, 'utf8').slice(0, 40)
    const feed = `provider: generic\nurl: ${server.origin}\nupdaterCacheDirName: cache\n`
    writeFileSync(join(app.resources, 'app-update.yml'), feed)
    const profile = { kind: 'local', id: 'local', name: 'This computer', port: await freePort() }
    const profiles = { version: 1, activeId: 'local', profiles: [profile] }
    writeFileSync(join(app.userData, 'profiles.json'), JSON.stringify(profiles))
    const preferences = { updates: { channel: 'latest', mode: 'ask' } }
    writeFileSync(join(app.userData, 'preferences.json'), JSON.stringify(preferences))
    const env = { DOUBLE_PACKAGED: '1', APPIMAGE: appImage, XDG_CACHE_HOME: work }
    app.launch({ env })
    const page = await openedPage(app)
    await expect.poll(async () => (await app.menu('go-settings')).isEnabled).toBe(true)
    await app.control('menu.click', { id: 'go-settings' })
    const section = page.getByRole('region', { name: 'Desktop app' })
    await expect(section.getByText(/^The last check failed: .*latest-linux\.yml/)).toBeVisible()
    expect(await update()).toEqual(['Check for updates', true])

    await publish('0.1.0')
    await publish('1.1.0')
    await section.getByRole('button', { name: 'Check now' }).click()
    await expect(section.getByText('Version 1.1.0 is available. It is downloaded when you choose.')).toBeVisible()
    await expect(section.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(await update()).toEqual(['Download version 1.1.0', true])

    // Choosing how updates are loaded checks again.
    rollbackRelease(server.folder, '1.1.0')
    await section.getByText('Download automatically').click()
    await expect(section.getByText('You have the newest version.')).toBeVisible()
    expect(await update()).toEqual(['Check for updates', true])
    // Only feeds so far.
    expect(server.packageBytes).toBeLessThan(10_000)

    await publish('1.2.0')
    server.isSlow = true
    await app.control('menu.click', { id: 'update' })
    await expect(section.getByText(/^Version 1\.2\.0 is being loaded: [1-9]\d? %\.$/)).toBeVisible()
    expect(await update()).toEqual(['Downloading version 1.2.0…', false])
    await section.getByRole('button', { name: 'Open settings…' }).click()
    const settings = await app.page(/^data:.*app%20settings/)
    await expect(settings.getByText(/^Version 1\.2\.0 is being loaded: [1-9]\d? %\.$/)).toBeVisible()

    server.isSlow = false
    await expect(section.getByText('Version 1.2.0 is ready. It is installed when you close Tidemark.')).toBeVisible()
    await expect(section.getByRole('button', { name: 'Restart to update' })).toBeVisible()
    expect(await update()).toEqual(['Restart to update to 1.2.0', true])

    rollbackRelease(server.folder, '1.2.0')
    await app.quit()
    expect(installed()).toBe('the one that is installed')
    await publish('1.3.0')
    app.launch({ env })
    await expect.poll(() => app.menu('update').catch(() => null)).toMatchObject({ label: 'Restart to update to 1.3.0' })
    await app.quit()
    expect(installed()).toBe(contentOf('1.3.0').slice(0, 40))
  } finally {
    await app.remove()
    await server.stop()
    rmSync(work, { recursive: true, force: true })
  }
})
