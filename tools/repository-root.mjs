import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's folder, absolute, without a trailing slash. */
export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))
