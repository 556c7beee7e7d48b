'use client'

import { observable, type ObservableObject } from '@legendapp/state'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { declareStatePaths } from '../observability/report-sources'
import { StoredDrafts } from '../unsent/drafts'
import { getTabId } from '../page/tab-id'
import { defaultUiPreferences, uiCookie, type UiPreferences } from '../page/ui-preferences'
import { useSelector } from '../page/use-selector'

/**
 * State of the interface alone: what is open, selected and being typed. Never domain data, which lives in the synced
 * entries. preferences: kept in a cookie, so that the server renders with them. drafts: text not yet saved, by what it
 * belongs to; kept in local storage and loaded after mounting. cutOff: where in which of the drafts somebody was typing when
 * their editor was taken away.
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
  /** Names where the drafts are kept. */
  readonly databaseName: string
  readonly children: ReactNode
}

/** Makes the state for one page (on the server: for one request) and keeps what outlives it. */
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
    // Before anybody hears of them: an editor that takes one over, and with it its place, does so at once.
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

/** The observable itself, to set and peek; read in render with `useUi`. */
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
