import * as z from 'zod/mini'
import type { ErrorCode } from './catalogue'
import { pageCatalogue, type CatalogueEntry } from './page-catalogue'

/** What is known of errors here: of those that pages make. */
export const knownErrors: Readonly<Partial<Record<ErrorCode, CatalogueEntry>>> = pageCatalogue

/** Any code that the server names, whose sentence comes with it; one of a newer server, too. */
export const errorCodeSchema: z.ZodMiniType<ErrorCode> = z.custom<ErrorCode>(
  (value) => typeof value === 'string' && /^[a-z]+(?:-[a-z]+)*$/.test(value),
)
