'use strict'

/**
 * In the browser in place of what Next fetches pages ahead with and of what it keeps of its own links. We have none: our links
 * follow `history.pushState` (`client/navigation.tsx`). What its router then still asks is answered as it is without any.
 */
const nothing = () => undefined
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
  schedulePrefetchTask: () => {
    throw new Error('Pages are not fetched ahead.')
  },
}
