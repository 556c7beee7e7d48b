'use client'

import { createContext } from 'react'
import type { ChosenColors } from '@tidemark/shared/charts/plot/colors/chosen-colors'

/** The hues that the measures of a chart have in others of its page; null where it stands by itself. */
export const MeasureHuesContext = createContext<ReadonlyMap<string, number> | null>(null)

/** The colours that people chose for its values and measures, in it and in others of its page; null where it stands by itself. */
export const ChosenColorsContext = createContext<ChosenColors | null>(null)
