/** The people of a simulation, by user id. */
export const people = ['ann', 'bob', 'cleo'] as const
