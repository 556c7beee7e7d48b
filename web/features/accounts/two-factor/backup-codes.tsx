import { CopyField } from '@/ui/fields/copy-field'

/** Backup codes, which are shown this once. */
export function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <section aria-label="Backup codes" className="flex flex-col gap-3">
      <p className="text-muted">
        Each of these backup codes works once, without the app. They are not shown again: keep them where you find them
        without this device.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line px-3 py-2.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyField label="All of them" value={codes.join(' ')} />
    </section>
  )
}
