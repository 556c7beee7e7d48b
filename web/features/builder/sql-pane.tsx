'use client'

import { ArrowRightLeft } from 'lucide-react'
import { Button } from '@/ui/buttons/button'

/**
 * The SQL that a question makes, and the way to go on with it by hand. sql: null while the question is not complete.
 * onConvert: null for those who may not write SQL here.
 */
export function SqlPane({ sql, onConvert }: { readonly sql: string | null; readonly onConvert: (() => void) | null }) {
  return (
    <section aria-label="SQL of the question" className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken">
      <pre
        // Long SQL is scrolled by keyboard too.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 py-3 font-mono text-[12.5px]/[20px] whitespace-pre-wrap text-text wrap-anywhere"
      >
        {sql ?? (
          <span className="whitespace-normal text-muted">The SQL appears here when the question is complete.</span>
        )}
      </pre>
      {onConvert && (
        <div className="flex shrink-0 items-center justify-between gap-3 border-t border-line px-4 py-2">
          <p className="text-small text-muted">Generated from the question. Convert it to edit the SQL by hand.</p>
          <Button size="sm" icon={ArrowRightLeft} disabled={sql === null} onClick={onConvert}>
            Convert to SQL
          </Button>
        </div>
      )}
    </section>
  )
}
