import { loadedPart } from '@/ui/lazy-part'
import ChartDrawing from './chart-drawing'

/** What draws charts: here from the start. */
export const drawingPart = loadedPart(ChartDrawing)
export const drawnBy: 'server' | 'browser' = 'server'
