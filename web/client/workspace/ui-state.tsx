'use client'

import { observable, type ObservableObject } from '@legendapp/state'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { declareStatePaths } from '../observability/report-sources'
import { StoredDrafts } from '../unsent/drafts'
import { getTabId } from '../page/tab-id'
import { defaultUiPreferences, uiCookie, type UiPreferences } from '../page/ui-preferences'
import { useSelector } from '../page/use-selector'

/**
 * The state of the interface only: what is open, selected or being typed. Domain data lives in the synced entries.
 * preferences: stored in a cookie, so that the server can render with them. drafts: unsaved text by key; stored in
 * local storage and loaded after mounting. cutOff: in which draft, and where in it, somebody was typing when their
 * editor was removed.
 */
export interface UiState {
  preferences: UiPreferences
  isPropertiesOpen: boolean
  selectedTileId: string | null
  drafts: Record<string, string>
  cutOff: { of: string; at: number } | null
}

const UiStateContext = createContext<ObservableObject<UiState> | null>(null)

interface UiStateProviderProps {
  readonly preferences: UiPreferences
  /** The prefix under which drafts are stored. */
  readonly databaseName: string
  readonly children: ReactNode
}

/** Creates the state for one page (on the server: for one request) and stores the parts that outlive it. */
export function UiStateProvider({ preferences, databaseName, children }: UiStateProviderProps) {
  const [state] = useState(() =>
    observable<UiState>({
      preferences: { ...defaultUiPreferences, ...preferences },
      isPropertiesOpen: false,
      selectedTileId: null,
      drafts: {},
      cutOff: null,
    }),
  )
  useEffect(() => {
    const stored = new StoredDrafts(databaseName, getTabId())
    let known = stored.read()
    // Registered before other listeners, so that an editor that takes over a draft, and its place, sees it stored at
    // once.
    const stopDrafts = state.drafts.onChange(() => {
      const drafts = { ...state.drafts.peek() }
      stored.write(known, drafts)
      known = drafts
    })
    state.drafts.set({ ...known, ...state.drafts.peek() })
    const stopPreferences = state.preferences.onChange(({ value }) => writePreferences(value))
    const stopReports = declareStatePaths({
      isPropertiesOpen: () => state.isPropertiesOpen.peek(),
      selectedTileId: () => state.selectedTileId.peek(),
      draftCount: () => Object.keys(state.drafts.peek()).length,
      'preferences.editorHeightPx': () => state.preferences.editorHeightPx.peek(),
      'preferences.gridHeightPx': () => state.preferences.gridHeightPx.peek(),
      'preferences.drawingHeightPx': () => state.preferences.drawingHeightPx.peek(),
    })
    return () => {
      stopReports()
      stopDrafts()
      stopPreferences()
    }
  }, [state, databaseName])
  return <UiStateContext value={state}>{children}</UiStateContext>
}

/** Returns the observable itself, to set and peek; use `useUi` to read it in render. */
export function useUiState(): ObservableObject<UiState> {
  const state = useContext(UiStateContext)
  if (state === null) throw new Error('useUiState needs a UiStateProvider')
  return state
}

/** Reads in render: `useUi((ui) => ui.isPaletteOpen.get())`. */
export function useUi<T>(select: (ui: ObservableObject<UiState>) => T): T {
  const state = useUiState()
  return useSelector(() => select(state))
}

function writePreferences(preferences: UiPreferences): void {
  const value = encodeURIComponent(JSON.stringify(preferences))
  document.cookie = `${uiCookie}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`
}
