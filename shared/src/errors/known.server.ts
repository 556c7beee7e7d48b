import * as z from 'zod/mini'
import { catalogue, errorCodes, type ErrorCode } from './catalogue'
import type { CatalogueEntry } from './page-catalogue'

/** What is known of errors here: of each. */
export const knownErrors: Readonly<Partial<Record<ErrorCode, CatalogueEntry>>> = catalogue

export const errorCodeSchema: z.ZodMiniType<ErrorCode> = z.enum(errorCodes)
