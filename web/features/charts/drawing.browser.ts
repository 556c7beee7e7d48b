import { lazyPart } from '@/ui/lazy-part'

/** What draws charts: fetched when it is needed. */
export const drawingPart = lazyPart(() => import('./chart-drawing'))
export const drawnBy: 'server' | 'browser' = 'browser'
