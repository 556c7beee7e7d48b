'use strict'

/** In the browser in place of what sends Next's server actions and how they fail. We have none: what changes goes by mutators. */
exports.serverActionReducer = () => {
  throw new Error('There are no server actions.')
}
exports.unstable_isUnrecognizedActionError = () => false
