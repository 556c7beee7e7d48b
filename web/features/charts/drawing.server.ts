import type { LazyPart } from '@/ui/lazy-part'
import ChartDrawing, { type ChartDrawingProps } from './chart-drawing'

/** What draws charts: here from the start. */
export const drawingPart: LazyPart<ChartDrawingProps> = {
  loaded: () => ChartDrawing,
  load: async () => ChartDrawing,
  subscribe: () => () => undefined,
}
export const drawnBy: 'server' | 'browser' = 'server'
