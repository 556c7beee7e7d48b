import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { stylesheetLoadTimeoutMs } from '@tidemark/shared/observability/reporting-constants'
import { expect, test } from '@playwright/test'
import { inLongRun } from '../../testkit/long-run'

/** A view that brings its own stylesheet, like lazily loaded views, opened over another one in a transition. */
const app = `
  import { createElement, startTransition, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  function App() {
    const [isOpen, setOpen] = useState(false)
    if (!isOpen) return createElement('button', { onClick: () => startTransition(() => setOpen(true)) }, 'Open')
    return createElement('main', null,
      createElement('link', { rel: 'stylesheet', href: '/never.css', precedence: 'late' }), 'The late view')
  }
  createRoot(document.getElementById('root')).render(createElement(App))
`

test(
  'a view whose stylesheet never arrives is held for the time we state, then shown without it',
  inLongRun,
  async ({ page }) => {
    const { outputFiles } = await build({
      stdin: { contents: app, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      bundle: true,
      write: false,
      format: 'iife',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    await page.clock.install()
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url())
      // Neither answered nor refused: it never arrives.
      if (pathname === '/never.css') return
      if (pathname === '/app.js')
        return await route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' })
      await route.fulfill({ contentType: 'text/html', body: '<div id="root"></div><script src="/app.js"></script>' })
    })
    await page.goto('http://tidemark.test/')
    const asked = page.waitForRequest('**/never.css')
    await page.getByRole('button', { name: 'Open' }).click()
    await asked
    // React's scheduler runs in real time, between the steps of the page's clock.
    await page.clock.runFor(stylesheetLoadTimeoutMs - 2_000)
    await expect(page.getByRole('button', { name: 'Open' })).toBeVisible()
    await expect(page.getByText('The late view')).toHaveCount(0)
    await page.clock.runFor(3_000)
    await expect(page.getByText('The late view')).toBeVisible()
  },
)
