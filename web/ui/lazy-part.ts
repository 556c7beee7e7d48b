'use client'

import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

/**
 * A component loaded separately from the page, such as pop-ups and editors that nobody needs before the first
 * interaction. Unlike React.lazy it renders nothing while it loads (the page never suspends), and a failed fetch is
 * retried.
 */
export interface LazyPart<Props> {
  /** Returns the component once it is loaded, null before. */
  readonly loaded: () => ComponentType<Props> | null
  readonly load: () => Promise<ComponentType<Props>>
  /** Calls the listener when it is loaded; returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void
}

interface Loadable {
  readonly load: () => Promise<unknown>
}

const parts = new Set<Loadable>()
/** True after the first interaction: parts of later pages are then fetched at once too. */
let isPreloading = false

export function lazyPart<Props>(
  importPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPart<Props> {
  let component: ComponentType<Props> | null = null
  let pending: Promise<ComponentType<Props>> | null = null
  const listeners = new Set<() => void>()
  const arrive = (arrived: ComponentType<Props>) => {
    component = arrived
    for (const listener of listeners) listener()
    return arrived
  }
  const part: LazyPart<Props> = {
    loaded: () => component,
    load: () =>
      (pending ??= importPart().then(
        (module) => arrive(module.default),
        (error: unknown) => {
          pending = null
          throw error
        },
      )),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  parts.add(part)
  if (isPreloading) preload(part)
  return part
}

/** Returns the part's component, or null until it is wanted and loaded. */
export function useLazyPart<Props>(part: LazyPart<Props>, wanted: boolean): ComponentType<Props> | null {
  const wantedNow = () => (wanted ? part.loaded() : null)
  // It may load between a render and its effects: the first interaction fetches all parts.
  const component = useSyncExternalStore(part.subscribe, wantedNow, wantedNow)
  useEffect(() => {
    if (!wanted || part.loaded() !== null) return
    part.load().catch((error: unknown) => console.info('a part of the page could not be fetched', error))
  }, [part, wanted])
  return component
}

/**
 * Returns the part as a component for use in a pop-up: it is fetched when the pop-up first opens, or earlier. waiting: holds
 * its room until then; by default nothing does.
 */
export function lazyComponent<Props extends object>(
  importPart: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): (props: Props) => ReactNode {
  const part = lazyPart(importPart)
  return function LazyComponent(props) {
    const Part = useLazyPart(part, true)
    return Part === null ? waiting : createElement(Part, props)
  }
}

/**
 * Fetches every part at the first interaction, so that menus and dialogs open even if the server is gone later, and a
 * page that is only read stays small. Returns a function that stops it.
 */
export function preloadParts(): () => void {
  const events = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const
  const stop = () => {
    for (const event of events) removeEventListener(event, start)
  }
  const start = () => {
    stop()
    isPreloading = true
    for (const part of parts) preload(part)
  }
  for (const event of events) addEventListener(event, start, { passive: true })
  return stop
}

function preload(part: Loadable): void {
  part.load().catch((error: unknown) => console.info('preload failed', error))
}
