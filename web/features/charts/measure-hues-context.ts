'use client'

import { createContext } from 'react'

/** The hues that the measures of a chart have in others of its page; null where it stands by itself. */
export const MeasureHuesContext = createContext<ReadonlyMap<string, number> | null>(null)
