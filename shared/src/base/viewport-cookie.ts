/** The cookie with the window's width in CSS pixels, so that the server draws charts at their real size. */
export const viewportCookie = 'tidemark-viewport'
