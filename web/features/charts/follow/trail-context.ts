'use client'

import { createContext } from 'react'
import type { Exploration } from '@tidemark/shared/exploration/exploration'

/** The exploration whose last question a page shows; null where charts are shown by themselves. */
export const TrailContext = createContext<Exploration | null>(null)
