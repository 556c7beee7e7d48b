/** The header of every pull's answer with the caller's present role, by which an open page learns of a change. */
export const roleHeader = 'x-tidemark-role'
