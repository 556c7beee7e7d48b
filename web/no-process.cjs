'use strict'

/** In the browser in place of Next's stand-in for Node's `process`, of which the packages there only ask for `env` and whether it can `emit`. */
module.exports = { env: {} }
