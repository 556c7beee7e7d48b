'use client'

import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { useSyncClient } from './workspace-client'
import type { ViewState, ViewStore } from '../sync/view-store'

/** The entries that views read, with a subscription to changes. */
export type Views = Pick<ViewStore, 'subscribe' | 'getState' | 'getServerState'>

/** Provided where not everything that is shown is in the workspace. */
export const ViewsContext = createContext<Views | null>(null)

/** Returns the workspace's entries, with those that the present page shows in addition. */
export function useViews(): Views {
  const { views } = useSyncClient()
  return useContext(ViewsContext) ?? views
}

/**
 * Selects from the workspace: `useView((view) => getDashboard(view, id), [id])`. Synchronous, and the same on the
 * server, in the first client render and later. Renders again only if the selected value changed: unchanged entities
 * keep their identity, and lists of the same entities are the same list.
 */
export function useView<T>(select: (view: EntryView) => T, deps: readonly unknown[]): T {
  const views = useViews()
  const last = useRef<{ readonly state: ViewState; readonly deps: readonly unknown[]; readonly value: T } | null>(null)
  const read = (state: ViewState): T => {
    const known = last.current
    if (known !== null && known.state === state && sameItems(known.deps, deps)) return known.value
    const selected = select(state.view)
    const value = known !== null && isSameSelection(known.value, selected) ? known.value : selected
    last.current = { state, deps, value }
    return value
  }
  return useSyncExternalStore(
    views.subscribe,
    () => read(views.getState()),
    () => read(views.getServerState()),
  )
}

/**
 * Returns true if the view holds everything this person can see: before that, "not found" only means "not here yet".
 */
export function useIsViewComplete(): boolean {
  const views = useViews()
  return useSyncExternalStore(
    views.subscribe,
    () => views.getState().isComplete,
    () => views.getServerState().isComplete,
  )
}

function isSameSelection(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b)
  if (!isPlainObject(a) || !isPlainObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => isSameSelection(a[key], b[key]))
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isSameSelection(item, b[index]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
