/**
 * Waits until React handles clicks on the page: each page inside the shell hydrates separately, after the shell.
 * Earlier clicks are lost, as on any server-rendered page.
 *
 * @param {Pick<import('@playwright/test').Page, 'waitForFunction'>} page
 * @returns {Promise<void>}
 */
export async function waitUntilHydrated(page) {
  const isHydrated = () => {
    // A server-drawn chart is not hydrated until somebody comes near.
    const wanted = 'main, main :is(h1, button, input):not([data-drawn-by=server] *)'
    const elements = [...document.querySelectorAll(wanted)]
    // React marks hydrated elements with its own properties.
    return (
      elements.length > 0 &&
      elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')))
    )
  }
  // Polling at each frame would keep the browser drawing while it loads the page.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
}
