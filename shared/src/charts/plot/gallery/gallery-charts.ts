import { chartTypeIds } from '../../chart-visual'
import { chartTypes } from '../../chart-types'
import type { GalleryChart } from './gallery-data'

/** The time at which all gallery charts are drawn: in the middle of a month, a week and a day. */
export const galleryNow = Date.parse('2026-11-18T13:20:00Z')
export const galleryZone = 'Europe/Berlin'

/** Fetches the charts of the gallery, type by type; some types share one. */
export async function loadGallery(): Promise<readonly GalleryChart[]> {
  const galleries = await Promise.all(chartTypeIds.map((type) => chartTypes[type].loadGallery()))
  return [...new Set(galleries)].flat()
}
