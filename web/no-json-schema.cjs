'use strict'

/**
 * In the browser in place of zod's JSON Schema parts, which are a fifth of it: there schemas check, and nothing describes
 * them. Each schema refers to these parts, but calls them only when asked to describe itself.
 */
const refuse = () => () => {
  throw new Error('no JSON Schema in the browser')
}

exports.createToJSONSchemaMethod = refuse
exports.createStandardJSONSchemaMethod = refuse
