/** The name under which the server's page tells the browser how to report; absent where reports are off. */
export const reportingMetaName = 'tidemark-reporting'
