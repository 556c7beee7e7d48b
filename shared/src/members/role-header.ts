/** On the answer to every pull: the caller's role of the moment, so that a page that is open learns of a change. */
export const roleHeader = 'x-tidemark-role'
