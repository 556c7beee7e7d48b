'use strict'

/**
 * In the browser in place of what Next fetches pages ahead with, of what it keeps of its own links, and of what it learns of addresses
 * to foresee the pages of others. We have no such links: ours follow `history.pushState` (`client/navigation.tsx`). What its router
 * then still asks is answered as it is without any.
 */
const nothing = () => undefined
const fetchAhead = () => {
  throw new Error('Pages are not fetched ahead.')
}
module.exports = {
  pingVisibleLinks: nothing,
  getLinkForCurrentNavigation: () => null,
  setLinkForCurrentNavigation: nothing,
  createLinkPrefetchPartialError: nothing,
  pingPrefetchScheduler: nothing,
  pingPrefetchTask: nothing,
  startRevalidationCooldown: nothing,
  cancelPrefetchTask: nothing,
  isPrefetchTaskDirty: () => false,
  discoverKnownRoute: nothing,
  matchKnownRoute: () => null,
  resetKnownRoutes: nothing,
  schedulePrefetchTask: fetchAhead,
  prefetchRoute: fetchAhead,
}
