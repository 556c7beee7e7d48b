'use strict'

/** In the browser in place of how Next knows crawlers and what it leaves them of a page that fails. None gets past signing in. */
exports.__esModule = true
exports.isBot = () => false
exports.default = ({ children }) => children
