'use strict'

/** In the browser in place of what gives the tags of next/script their attributes. We have none. */
exports.setAttributesFromProps = () => {
  throw new Error('There are no tags of next/script.')
}
