/** A tile narrower than this has no room for its name beside three buttons. */
export const narrowTilePx = 260

/** A tile this low has a small title and no footer of its own. */
export function isCompactTile({ h }: { readonly h: number }): boolean {
  return h < 4
}
