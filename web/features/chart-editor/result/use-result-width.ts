import { usePageEnvironment } from '@/client/page/page-environment'
import { useSidebarOpen } from '@/features/preferences/shell-preferences-context'

const sidebarWidthPx = { open: 236, collapsed: 52 } as const
const sidebarFromPx = 768
const propertiesWidthPx = 272
const propertiesFromPx = 1100
const paddingPx = 32
const narrowestPx = 240

/**
 * Returns the initial width of a chart's drawing in px, as known to the server and the first paint; the drawing
 * measures itself later.
 */
export function useResultWidth({ hasProperties }: { readonly hasProperties: boolean }): number {
  const { viewportWidth } = usePageEnvironment()
  const [isSidebarOpen] = useSidebarOpen()
  const sidebarPx = viewportWidth < sidebarFromPx ? 0 : sidebarWidthPx[isSidebarOpen ? 'open' : 'collapsed']
  const propertiesPx = hasProperties && viewportWidth >= propertiesFromPx ? propertiesWidthPx : 0
  return Math.max(narrowestPx, viewportWidth - sidebarPx - propertiesPx - paddingPx)
}
