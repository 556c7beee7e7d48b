import * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

// Import this file wherever schema errors are shown to somebody. Without it zod/mini says only `Invalid input`, which
// keeps its messages out of the pages' bundles. The setting holds for the whole process.
z.config(english())
