'use strict'

/** In the browser in place of Next's polyfills: of those, any browser that our own code runs in may lack this one alone. */
URL.canParse ??= (url, base) => {
  try {
    return new URL(url, base).href !== ''
  } catch {
    return false
  }
}
