/** Carries the window's width in CSS pixels to the server, so that its charts are drawn at their real size. */
export const viewportCookie = 'tidemark-viewport'
