import { Bell } from 'lucide-react'
import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import { MenuItem } from '@/ui/popups/menu'
import { shellState$ } from '../preferences/shell-state'

/** The menu item that watches a value of a chart or metric. */
export function AlertItem({ kind, id }: AlertChoice['target']) {
  return (
    <MenuItem icon={Bell} onSelect={() => shellState$.alertOn.set({ kind, id })}>
      Alert…
    </MenuItem>
  )
}
