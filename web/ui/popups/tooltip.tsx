'use client'

import { useEffect, useState } from 'react'
import { lazyPart, useLazyPart } from '../lazy-part'

/** Returns attributes that give any element a tooltip; the page's one TooltipLayer shows it. */
export function tooltipProps(
  text: string,
  shortcut?: string,
): { 'data-tooltip': string; 'data-tooltip-shortcut'?: string } {
  return shortcut === undefined ? { 'data-tooltip': text } : { 'data-tooltip': text, 'data-tooltip-shortcut': shortcut }
}

const tooltipLayer = lazyPart(() => import('./tooltip-layer'))

/** Renders the tooltips of the whole page; the shell includes it once. */
export function TooltipLayer() {
  const [wanted, setWanted] = useState(false)
  const Layer = useLazyPart(tooltipLayer, wanted)
  useEffect(() => {
    const want = () => setWanted(true)
    addEventListener('pointermove', want, { once: true, passive: true })
    addEventListener('focusin', want, { once: true })
    return () => {
      removeEventListener('pointermove', want)
      removeEventListener('focusin', want)
    }
  }, [])
  return Layer && <Layer />
}
