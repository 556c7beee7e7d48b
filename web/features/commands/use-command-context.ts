'use client'

import { navigate, useLocation } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useCreateMetric, useCreateSegment } from '../content/use-create-definition'
import { useStartQuestion } from '../content/use-start-question'
import { useSidebarOpen, useTheme } from '../preferences/shell-preferences-context'
import { shellState$ } from '../preferences/shell-state'
import { useCreateDashboard, useCreateFolder } from '../content/use-create'
import { useImportDashboard } from '../content/use-import-dashboard'
import { useUndoSteps } from './use-undo-steps'
import type { CommandContext } from './command'

/** Returns the current context of commands. */
export function useCommandContext(): CommandContext {
  const { pathname } = useLocation()
  const mutate = useMutate()
  const { undo, redo, undoLabel, redoLabel } = useUndoSteps()
  const { syncNow } = useSyncStatus()
  const [theme, setTheme] = useTheme()
  const [isSidebarOpen, setSidebarOpen] = useSidebarOpen()
  const startQuestion = useStartQuestion()
  const createDashboard = useCreateDashboard()
  const createFolder = useCreateFolder()
  const createMetric = useCreateMetric()
  const createSegment = useCreateSegment()
  const importDashboard = useImportDashboard()
  return {
    pathname,
    navigate,
    mutate,
    undo,
    redo,
    undoLabel,
    redoLabel,
    theme,
    setTheme,
    isSidebarOpen,
    setSidebarOpen,
    filterSidebar: () => {
      setSidebarOpen(true)
      shellState$.isSheetOpen.set(matchMedia('(width < 48rem)').matches)
      shellState$.isFilterAsked.set(true)
    },
    setPaletteOpen,
    setShortcutsOpen,
    createDashboard: () => createDashboard(null),
    startQuestion: () => startQuestion(),
    createFolder: () => createFolder(null),
    createMetric,
    createSegment,
    importDashboard,
    syncNow,
    mayEdit: useMayEdit(),
    mayAsk: useMayAsk(),
    isTeam: useTeamSession() !== null,
  }
}

function setPaletteOpen(isOpen: boolean): void {
  shellState$.isPaletteOpen.set(isOpen)
}

function setShortcutsOpen(isOpen: boolean): void {
  shellState$.isShortcutsOpen.set(isOpen)
}
