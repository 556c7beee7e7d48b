'use strict'

/** In the browser in place of what Next knows of routes that are shown over others. We have none. */
exports.INTERCEPTION_ROUTE_MARKERS = []
exports.isInterceptionRouteAppPath = () => false
