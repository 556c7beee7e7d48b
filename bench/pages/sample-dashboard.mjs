/**
 * Returns the address of the sample dashboard: the target of `/`, else the first dashboard that it links to.
 *
 * @param {string} origin
 */
export async function sampleDashboardUrl(origin) {
  const response = await fetch(origin)
  if (new URL(response.url).pathname.startsWith('/dashboards/')) return response.url
  const path = /href="(\/dashboards\/[^"?#]+)"/.exec(await response.text())?.[1]
  if (path === undefined) throw new Error('the first page links to no dashboard')
  return `${origin}${path}`
}
