'use client'

import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

/**
 * A part that is fetched apart from the page: pop-ups and editors nobody needs before the first interaction.
 * Unlike React.lazy it renders nothing while it loads (the page never suspends) and a failed fetch is tried again.
 */
export interface LazyPart<Props> {
  /** The component once it is here. */
  readonly loaded: () => ComponentType<Props> | null
  readonly load: () => Promise<ComponentType<Props>>
  /** Hears when it is here; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

interface Loadable {
  readonly load: () => Promise<unknown>
}

const parts = new Set<Loadable>()
/** From the first interaction on, what comes with a later page is fetched at once too. */
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

/** The part's component, or null until it is wanted and here. */
export function useLazyPart<Props>(part: LazyPart<Props>, wanted: boolean): ComponentType<Props> | null {
  const wantedNow = () => (wanted ? part.loaded() : null)
  // It may come between a render and its effects: the first interaction fetches all parts.
  const component = useSyncExternalStore(part.subscribe, wantedNow, wantedNow)
  useEffect(() => {
    if (!wanted || part.loaded() !== null) return
    part.load().catch((error: unknown) => console.info('a part of the page could not be fetched', error))
  }, [part, wanted])
  return component
}

/**
 * The same as a component, for what stands in a pop-up: it is fetched when the pop-up first opens, or before, and is nothing
 * until it is here.
 */
export function lazyComponent<Props extends object>(
  importPart: () => Promise<{ readonly default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const part = lazyPart(importPart)
  return function LazyComponent(props) {
    const Part = useLazyPart(part, true)
    return Part && createElement(Part, props)
  }
}

/**
 * Fetches every part at the first interaction, so that menus and dialogs also open when the server is gone, and a
 * page that is only looked at stays small. Returns how to stop.
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
