import type { Response } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { expect, openNewDashboard, test, tile, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

const picture = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>top.ran = true</script><rect width="40" height="20" fill="${color}"/></svg>`,
  )

test(
  'a picture is added, described and linked, also without a network, and others see it once it was sent',
  inLongRun,
  async ({ page, context, browser, problems }) => {
    problems.allow(...offlineProblems, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /404.*images/)
    await openNewDashboard(page, 'Pictures')
    const drawn = (name: string) => tile(page, name).getByRole('img', { name })
    const isDrawn = (name: string) =>
      drawn(name).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

    await test.step('from the menu, whatever the file is called; its dialog asks what it says', async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Image…' }).click()
      await (await chooser).setFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: picture('teal') })
      const dialog = page.getByRole('dialog', { name: 'Picture' })
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Our logo')
      await dialog.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('Needs an address that begins with http')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Link' }).fill('https://example.com/about')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      const link = tile(page, 'Our logo').getByRole('link', { name: 'Our logo' })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noopener/)
      expect(await accessibilityOf(page)).toEqual([])
    })

    await test.step('the page of the server has it, and its address is no page', async () => {
      await waitUntilSynced(page)
      const html = await (await page.request.get(page.url())).text()
      const address = /src="([^"]*\/images\/[0-9a-f]{64})"/.exec(html)?.[1] ?? ''
      const answer = await page.request.get(address)
      expect(answer.headers()).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-disposition': expect.stringMatching(/^attachment/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/sandbox$/),
      })
      expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    })

    await test.step('the one that takes its place is not asked for before it was sent', async () => {
      await page.reload()
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      const missing: string[] = []
      const note = (answer: Response) => void (answer.status() === 404 && missing.push(answer.url()))
      page.on('response', note)
      const before = await drawn('Our logo').getAttribute('src')
      const chooser = page.waitForEvent('filechooser')
      await tile(page, 'Our logo').hover()
      await tile(page, 'Our logo').getByRole('button', { name: 'Menu of Our logo' }).click()
      await page.getByRole('menuitem', { name: 'Replace picture…' }).click()
      await (await chooser).setFiles({ name: 'new.svg', mimeType: 'image/svg+xml', buffer: picture('navy') })
      await expect(drawn('Our logo')).not.toHaveAttribute('src', before ?? '')
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      await waitUntilSynced(page)
      expect(missing).toEqual([])
      page.off('response', note)
    })

    await test.step('pasted without a network it is shown at once and outlives the page; others wait for it', async () => {
      const other = await browser.newContext()
      const their = await other.newPage()
      await context.setOffline(true)
      await page.evaluate((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'picture.svg', { type: 'image/svg+xml' }))
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
      }, picture('crimson').toString())
      const dialog = page.getByRole('dialog', { name: 'Picture' })
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Added on a plane')
      await page.keyboard.press('Enter')
      await expect.poll(() => isDrawn('Added on a plane')).toBe(true)
      await expect(tile(page, 'Added on a plane').getByText('Only you see it until it is uploaded.')).toBeVisible()
      // The dashboard is sent, the picture is not.
      await context.route('**/api/images', (route) => route.abort())
      await context.setOffline(false)
      await waitUntilSynced(page)
      await their.goto(page.url())
      await expect(tile(their, 'Added on a plane').getByText('This picture is on its way')).toBeVisible()
      await page.reload()
      await expect.poll(() => isDrawn('Added on a plane')).toBe(true)
      await context.unroute('**/api/images')
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(tile(page, 'Added on a plane').getByText('Only you see it')).toHaveCount(0, { timeout: 60_000 })
      await expect(tile(their, 'Added on a plane').getByRole('img')).toBeVisible({ timeout: 60_000 })
      await other.close()
    })

    await test.step('what was seen is shown without a network', async () => {
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Home' }).first().click()
      await page.goBack()
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      await context.setOffline(false)
    })
    await test.step('the dashboard is saved as a file and imported, with its pictures', async () => {
      await page.getByRole('button', { name: 'Share' }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as a file' }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('Pictures.tidemark.ndjson')
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('import a dash')
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(await file.path())
      await expect(page.getByRole('heading', { level: 1, name: 'Pictures copy' })).toBeVisible()
      await expect.poll(() => isDrawn('Our logo')).toBe(true)
      await expect.poll(() => isDrawn('Added on a plane')).toBe(true)
      await page.keyboard.press('Control+z')
      await expect(page.getByText('The dashboard is gone again.')).toBeVisible()
      await expect(page.getByRole('complementary').getByText('Pictures copy')).toHaveCount(0)
    })
  },
)
