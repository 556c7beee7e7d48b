/**
 * Waits until React answers what is clicked on the page: each page inside the shell is hydrated by itself, after it. What is
 * clicked before is lost, as on any page that a server draws.
 *
 * @param {Pick<import('@playwright/test').Page, 'waitForFunction'>} page
 * @returns {Promise<void>}
 */
export async function waitUntilHydrated(page) {
  const isHydrated = () => {
    // A chart as the server drew it stays that until somebody comes near.
    const wanted = 'main, main :is(h1, button, input):not([data-drawn-by=server] *)'
    const elements = [...document.querySelectorAll(wanted)]
    // React marks what it has hydrated with properties of its own.
    return (
      elements.length > 0 &&
      elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')))
    )
  }
  // Looking at each frame would make the browser draw one after the other while it has a page to open.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
}
