/** The name of the meta element in which the server tells the page how to report; absent if reporting is off. */
export const reportingMetaName = 'tidemark-reporting'
