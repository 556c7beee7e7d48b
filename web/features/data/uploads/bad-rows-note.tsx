import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { badRowPlace, type BadRows } from '@tidemark/shared/datasets/bad-rows'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { chooseBadRows, removeUpload } from './uploads'
import type { Upload } from './upload-state'

/** The rows of a file that do not fit the others, the first of them as they are, and how the file can be read all the same. */
export function BadRowsNote({
  upload: { id, fileName, replaces },
  badRows: { rowCount, badCount, rows, choices },
}: {
  readonly upload: Upload
  readonly badRows: BadRows
}) {
  const { locale } = usePageEnvironment()
  const count = new Intl.NumberFormat(locale)
  const verb = replaces === null ? 'Add' : 'Replace'
  return (
    <div role="group" aria-label={`Rows of ${fileName} that do not fit`} className="text-small">
      <p className="text-muted">
        {count.format(badCount)} of {plural(locale, rowCount, 'row')} {badCount === 1 ? 'does' : 'do'} not fit the
        others. Nothing was {replaces === null ? 'added' : 'replaced'} yet.
      </p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach it
        tabIndex={0}
        aria-label="The first of them"
        className="mt-2 flex max-h-48 flex-col gap-2 overflow-y-auto rounded-row border border-line px-2.5 py-2"
      >
        {rows.map(({ row, line, reason, text }) => (
          <li key={row}>
            <p className="break-words">
              <span className="font-medium">{badRowPlace({ row, line })}</span> {reason}
            </p>
            <code dir="auto" title={text} className="block truncate font-mono text-code text-muted">
              {text}
            </code>
          </li>
        ))}
        {badCount > rows.length && <li className="text-muted">and {count.format(badCount - rows.length)} more</li>}
      </ul>
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        <Button size="sm" variant="primary" onClick={() => chooseBadRows(id, 'leave-out')}>
          {verb} without {badCount === 1 ? 'it' : 'them'}
        </Button>
        {choices.includes('as-text') && (
          <Button size="sm" onClick={() => chooseBadRows(id, 'as-text')}>
            {verb} all, as text
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => removeUpload(id)}>
          Cancel
        </Button>
      </div>
      <p className="mt-2 text-muted">
        What is left out can be downloaded later.
        {choices.includes('as-text') && ' As text, every row stays, and a column with other values becomes text.'}
      </p>
    </div>
  )
}
