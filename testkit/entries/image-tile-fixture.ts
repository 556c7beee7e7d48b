import type { JsonObject } from '@tidemark/shared/base/json'

/** Returns a tile of the dashboard `d` that shows a picture. */
export function imageTileOf(imageId = '', id = 'x'): JsonObject {
  return {
    id,
    dashboardId: 'd',
    tabId: 't',
    content: { kind: 'image', imageId, description: '', fit: 'whole', link: null },
    place: { x: 0, y: 0, w: 4, h: 3 },
    createdAt: 1,
    createdBy: 'ann',
    updatedAt: 1,
    updatedBy: 'ann',
  }
}
