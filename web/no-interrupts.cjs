'use strict'

/** In the browser in place of what next/navigation has to break off drawing with. Only the server does that here. */
const interrupt = () => {
  throw new Error('Nothing is broken off in the browser.')
}
module.exports = {
  RedirectType: { push: 'push', replace: 'replace' },
  forbidden: interrupt,
  notFound: interrupt,
  permanentRedirect: interrupt,
  redirect: interrupt,
  unauthorized: interrupt,
  unstable_rethrow: interrupt,
}
