import { FileText } from 'lucide-react'
import { MenuItem } from '@/ui/popups/menu'
import { shellState$ } from '../preferences/shell-state'

interface DownloadItemProps {
  readonly kind: 'chart' | 'dashboard'
  readonly id: string
  /** True if its page is open: the file then has the values in its address. */
  readonly isOpen: boolean
}

/** The menu item that downloads a chart or dashboard as the server draws it. */
export function DownloadItem({ kind, id, isOpen }: DownloadItemProps) {
  return (
    <MenuItem
      icon={FileText}
      onSelect={() =>
        shellState$.downloading.set({ kind, id, tileId: null, search: isOpen ? window.location.search : '' })
      }
    >
      Download as PDF or picture…
    </MenuItem>
  )
}
