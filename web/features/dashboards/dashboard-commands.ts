import { useEffect, useMemo, useRef } from 'react'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import type { AddActions } from './add-items'

interface DashboardCommands extends AddActions {
  readonly addTab: () => void
  readonly rename: () => void
  readonly refreshAll: () => void
  readonly moveToTrash: () => void
}

const editing: ReadonlySet<keyof DashboardCommands> = new Set([
  'newChart',
  'existingChart',
  'text',
  'image',
  'section',
  'filter',
  'addTab',
  'rename',
  'moveToTrash',
])

/** The palette's commands on a dashboard's page; readers can only run it again. */
export function useDashboardCommands(mayEdit: boolean, actions: DashboardCommands): void {
  // The commands are registered once and act on what is shown when they run.
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const commands = useMemo<readonly Command[]>(() => {
    const command = (id: keyof DashboardCommands, title: string, keywords: string, shortcut?: string): Command => ({
      id: `dashboard-${id}`,
      title,
      group: 'This page',
      keywords,
      shortcut,
      when: () => mayEdit || !editing.has(id),
      run: () => latest.current[id](),
    })
    return [
      // The keys that begin a chart elsewhere begin one for this dashboard here.
      command('newChart', 'Add a new chart to this dashboard', 'tile create query', 'n c'),
      command('existingChart', 'Add existing charts to this dashboard', 'tile insert', 'a'),
      command('text', 'Add text to this dashboard', 'tile note markdown'),
      command('image', 'Add a picture to this dashboard', 'image photo logo file tile'),
      command('section', 'Add a section to this dashboard', 'heading title group tiles'),
      command('filter', 'Add a filter to this dashboard', 'narrow period category search'),
      command('addTab', 'Add a tab', 'page sheet'),
      command('rename', 'Rename this dashboard', 'title name'),
      command('refreshAll', 'Refresh all charts', 'reload run again', 'r'),
      command('moveToTrash', 'Move this dashboard to trash', 'delete remove'),
    ]
  }, [mayEdit])
  useCommands(commands)
}
