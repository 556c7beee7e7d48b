import { Braces, Download, FileSpreadsheet, Package, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportFormat } from '@tidemark/shared/query/export-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuGroup, MenuItem } from '@/ui/popups/menu'
import { startExport, type ExportSource } from './start-export'

interface ExportWay {
  readonly format: ExportFormat
  readonly label: string
  readonly icon: LucideIcon
  /** Text that begins like a formula is kept unchanged. */
  readonly keepsFormulas?: boolean
}

const ways: readonly ExportWay[] = [
  { format: 'csv', label: 'CSV', icon: Download },
  { format: 'csv', label: 'CSV, values as they are', icon: Download, keepsFormulas: true },
  { format: 'ndjson', label: 'JSON lines', icon: Braces },
  { format: 'parquet', label: 'Parquet', icon: Package },
  { format: 'xlsx', label: 'Excel', icon: FileSpreadsheet },
]

interface ExportItemsProps {
  /** Called when an item is chosen. */
  readonly source: () => Omit<ExportSource, 'locale' | 'keepsFormulas'>
}

/** The menu items of the formats in which a whole result can be exported. */
export function ExportItems({ source }: ExportItemsProps) {
  const { locale } = usePageEnvironment()
  return (
    <MenuGroup label="Export all rows">
      {ways.map(({ format, label, icon, keepsFormulas = false }) => (
        <MenuItem
          key={label}
          icon={icon}
          onSelect={() => void startExport({ ...source(), locale, keepsFormulas }, format)}
        >
          {label}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

/** A button with a menu of these items. children: further items. */
export function ExportMenu({
  source,
  disabled,
  children,
}: ExportItemsProps & { readonly disabled?: boolean; readonly children?: ReactNode }) {
  return (
    <Menu
      label="Export"
      align="end"
      trigger={<IconButton icon={Download} size="sm" label="Export" disabled={disabled} />}
    >
      <ExportItems source={source} />
      {children}
    </Menu>
  )
}
