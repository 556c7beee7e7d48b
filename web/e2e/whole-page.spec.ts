import { expect, openDashboard, test } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'where Next’s own router fails the page says so, is one line of the log, and loads again',
  inLongRun,
  async ({ page, problems }) => {
    problems.allow(/no address can be kept/, /An error was not caught/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (/An error was (?:not )?caught/.test(message.text())) logged.push(message.text())
    })
    // Next's router stores each address like this, outside of everything that we render.
    await page.addInitScript(() => {
      const keep = History.prototype.replaceState
      History.prototype.replaceState = function (...args) {
        if (Reflect.get(window, 'isBroken') === true) throw new RangeError('no address can be kept')
        keep.apply(this, args)
      }
    })
    await openDashboard(page)
    await page.evaluate(() => Reflect.set(window, 'isBroken', true))
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByRole('heading', { name: 'This page couldn’t load' })).toBeVisible()
    expect(logged).toHaveLength(1)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  },
)
