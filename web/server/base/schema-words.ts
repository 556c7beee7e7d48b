import * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

// Imported where errors of schemas are told to somebody: by itself zod/mini says of each of them `Invalid input` alone, which
// saves a page its sentences. It holds for the whole process.
z.config(english())
