import { Braces, Download, FileSpreadsheet, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportFormats, type ExportFormat } from '@tidemark/shared/query/export-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuGroup, MenuItem } from '@/ui/popups/menu'
import { startExport, type ExportSource } from './start-export'

const formats = {
  csv: { label: 'CSV', icon: Download },
  ndjson: { label: 'JSON lines', icon: Braces },
  parquet: { label: 'Parquet', icon: Package },
  xlsx: { label: 'Excel', icon: FileSpreadsheet },
} as const satisfies Record<ExportFormat, unknown>

interface ExportItemsProps {
  /** Made when one is chosen. */
  readonly source: () => Omit<ExportSource, 'locale'>
}

/** The formats a whole result can be exported in, as items of a menu. */
export function ExportItems({ source }: ExportItemsProps) {
  const { locale } = usePageEnvironment()
  return (
    <MenuGroup label="Export all rows">
      {exportFormats.map((format) => (
        <MenuItem
          key={format}
          icon={formats[format].icon}
          onSelect={() => void startExport({ ...source(), locale }, format)}
        >
          {formats[format].label}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

/** A button with the same items. children: further ones. */
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
