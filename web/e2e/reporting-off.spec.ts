import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'
import { expect, goToSettings, sampleDashboard, test, waitUntilSynced } from './fixtures'

test('with reports off a page loads no byte of an SDK, says so, and nothing connects to where they would go, whatever fails', async ({
  page,
  problems,
}) => {
  problems.allow(/page error: /, /An error was not caught/, /\b400\b/)
  const ingest = await IngestServer.start()
  const server = await BuiltServer.create({ SENTRY_DSN: ingest.dsn, TIDEMARK_ENVIRONMENT: 'development' })
  await server.start()
  try {
    await test.step('no byte of an SDK, and no element that speaks of it', async () => {
      const scripts: Promise<string>[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''))
      })
      await page.goto(server.origin + sampleDashboard.path)
      await waitUntilSynced(page)
      // The first interaction loads what pages need later.
      await page.mouse.move(200, 200)
      // Late scripts load when the browser is idle, and nothing signals that none will follow.
      await page.waitForTimeout(1_500)
      const texts = await Promise.all(scripts)
      expect(texts.length).toBeGreaterThan(5)
      expect(texts.filter((text) => text.includes('sentry_key') || text.includes('sentry.javascript'))).toEqual([])
      await expect(page.locator('meta[name="tidemark-reporting"]')).toHaveCount(0)
      expect(await page.evaluate(() => Reflect.get(globalThis, '__SENTRY__') === undefined)).toBe(true)
    })

    await test.step('an uncaught error is logged once with its six fields', async () => {
      const records: Promise<unknown>[] = []
      page.on('console', (message) => {
        if (message.text().includes('An error was not caught'))
          records.push(message.args()[1]?.jsonValue() ?? Promise.resolve())
      })
      for (let count = 0; count < 2; count += 1) {
        await page.evaluate(() => {
          setTimeout(() => {
            throw new Error('broken')
          })
          void Promise.reject(new Error(''))
        })
        // The browser reports a rejection after the task; a duplicate record would arrive then too.
        await page.waitForTimeout(200)
      }
      const logged = await Promise.all(records)
      expect(logged).toHaveLength(2)
      for (const record of logged) {
        expect(Object.keys(Object(record)).toSorted()).toEqual([
          'column',
          'errorType',
          'filename',
          'line',
          'message',
          'stack',
        ])
      }
      expect(logged.map((record) => [Object(record).errorType, Object(record).message])).toEqual(
        expect.arrayContaining([
          ['uncaught-exception', 'broken'],
          ['unhandled-promise-rejection', 'Unknown error'],
        ]),
      )
    })

    await test.step('the settings say that reports are off, and what one would tell of this page', async () => {
      await goToSettings(page, 'Error reports')
      await expect(page.getByText('Error reports are off')).toBeVisible()
      await page.getByText('The context of this page, as it is now').click()
      const person = page.getByRole('region', { name: 'Person and workspace, by id' })
      await expect(person).toContainText('userIdlocal')
      await expect(page.getByRole('region', { name: 'Sync' })).toContainText('pendingMutationCount0')
    })

    expect(await page.evaluate(async () => (await fetch('/api/replicache/push', { method: 'POST' })).status)).toBe(400)
    await page.close()
    // Waiting reports are sent when it ends.
    await server.stop()
    expect(ingest.connectionCount).toBe(0)
  } finally {
    await server.remove()
    await ingest.close()
  }
})
