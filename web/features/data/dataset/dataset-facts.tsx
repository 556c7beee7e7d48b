'use client'

import { Download, ExternalLink, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { cutText } from '@tidemark/shared/base/plain-text'
import { plural, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import {
  keptUntil,
  type Dataset,
  type EarlierFile,
  type ImportNote,
  type InPlace,
} from '@tidemark/shared/datasets/dataset'
import { mayManageDataset } from '@tidemark/shared/datasets/dataset-rights'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import { readAsLabel, type ReadAs } from '@tidemark/shared/datasets/read-as'
import { textEncodingLabel } from '@tidemark/shared/datasets/text-encoding'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Callout } from '@/ui/callout'
import { TimeAgo } from '@/ui/text/time-ago'
import { formatSize } from '@/ui/text/format-size'
import { reportProblem } from '@/features/messages/report-problem'
import { datasetSizeText } from '../dataset-size-text'
import { DifferencesList } from '../uploads/differences-list'
import { TableDescription } from '../table/table-description'
import { EncodingDialog } from './encoding-dialog'
import { HeaderDialog } from './header-dialog'
import { headerLabel, wasReadWithHeader } from './header-label'
import { ReadAsDialog } from './read-as-dialog'
import { TypesDialog } from './types-dialog'
import type { WayBack } from './use-go-back'
import { leftOutRowsEndpoint } from '@tidemark/shared/datasets/upload'
import { fetchFile } from '@/client/page/api-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { deleteEarlier } from './go-back'

const formatNames = {
  csv: 'CSV',
  tsv: 'TSV',
  parquet: 'Parquet',
  json: 'JSON',
  ndjson: 'NDJSON',
  xlsx: 'XLSX',
  sqlite: 'SQLite',
} as const

/** How much there is, where it came from, and what the import changed. */
export function DatasetFacts({ dataset, wayBack }: { readonly dataset: Dataset; readonly wayBack: WayBack | null }) {
  const { locale, now } = usePageEnvironment()
  const actor = useActor()
  const mutate = useMutate()
  const mayEdit = useView((view) => mayManageDataset(actor, dataset, view), [actor, dataset])
  const mayUpload = mayEdit
  return (
    <section aria-label="About this data" className="flex flex-col gap-4">
      <TableDescription
        description={dataset.description}
        mayEdit={mayEdit}
        onCommit={(description) =>
          void mutate('updateDataset', { id: dataset.id, description }, { label: 'Describe data' }).catch(reportProblem)
        }
      />
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact name="Table in SQL">
          <code className="font-mono text-code">{dataset.tableName}</code>
        </Fact>
        <Fact name="Rows">
          {dataset.ownRows === undefined ? (
            wholeNumber(locale, dataset.rowCount)
          ) : (
            <span className="text-muted">Your own</span>
          )}
        </Fact>
        <Fact name="Columns">{wholeNumber(locale, dataset.columns.length)}</Fact>
        <PlaceFact dataset={dataset} />
        {dataset.fileName !== '' && (
          <Fact name="File">
            <span title={dataset.fileName} className="inline-block max-w-72 truncate align-bottom">
              {dataset.fileName}
            </span>
            <span className="text-muted">
              {' '}
              · {formatNames[dataset.format]}
              {dataset.ownRows === undefined && `, ${formatSize(dataset.sizeBytes, locale)}`}
            </span>
          </Fact>
        )}
        {dataset.fileName !== '' && (dataset.format === 'csv' || dataset.format === 'tsv') && (
          <EncodingFact dataset={dataset} mayChange={mayUpload} />
        )}
        {dataset.fileName !== '' && <HeaderFact dataset={dataset} mayChange={mayUpload} />}
        <TypesFact dataset={dataset} mayChange={mayUpload} />
        {dataset.inPlace !== undefined && (
          <Fact name="Read from">
            <span
              title={dataset.inPlace.path}
              className="inline-block max-w-72 truncate align-bottom font-mono text-code"
            >
              {dataset.inPlace.path}
            </span>
          </Fact>
        )}
        <Fact name="Added">
          <TimeAgo at={dataset.createdAt} now={now} locale={locale} />
        </Fact>
        {dataset.replacedAt !== undefined && (
          <Fact name="Updated">
            <TimeAgo at={dataset.replacedAt} now={now} locale={locale} />
          </Fact>
        )}
        {dataset.leftOutCount !== undefined && (
          <Fact name="Left out">
            {plural(locale, dataset.leftOutCount, 'row')}
            {mayUpload && (
              <>
                {' · '}
                <button
                  type="button"
                  onClick={() => void downloadLeftOut(dataset).catch(reportProblem)}
                  className={linkClass}
                >
                  Download <Download aria-hidden className="size-3!" />
                </button>
              </>
            )}
          </Fact>
        )}
        {dataset.sourceUrl !== null && (
          <Fact name="Source">
            <a href={dataset.sourceUrl} target="_blank" rel="noreferrer" className={linkClass}>
              {hostOf(dataset.sourceUrl)} <ExternalLink aria-hidden className="size-3!" />
            </a>
          </Fact>
        )}
        {dataset.licence !== null && <Fact name="Licence">{dataset.licence}</Fact>}
        {wayBack !== null && <EarlierFileFact dataset={dataset} wayBack={wayBack} />}
      </dl>
      {dataset.inPlace?.columnsChanged !== undefined && (
        <ColumnsChanged datasetId={dataset.id} changed={dataset.inPlace.columnsChanged} />
      )}
      <ImportNotes dataset={dataset} mayChange={mayUpload} />
    </section>
  )
}

/** Where a dataset is, and that not everybody who sees the place may use it. */
function PlaceFact({ dataset: { folderId, access, isPartial, restricted } }: { readonly dataset: Dataset }) {
  const isTeam = useTeamSession() !== null
  const folder = useView((view) => (folderId === null ? null : (getFolder(view, folderId)?.name ?? null)), [folderId])
  const isKept = isTeam && access !== null
  const restrictedText = isPartial
    ? 'some columns are restricted'
    : restricted.length > 0 && `${restricted.length} restricted ${restricted.length === 1 ? 'column' : 'columns'}`
  if (folder === null && !isKept && !restrictedText) return null
  return (
    <Fact name="In">
      {folder ?? 'Top level'}
      {isKept && <span className="text-muted"> · only some people</span>}
      {restrictedText && <span className="text-muted"> · {restrictedText}</span>}
    </Fact>
  )
}

/** The encoding of the file, and the way to another. UTF-16 is certain. */
function EncodingFact({ dataset, mayChange }: { readonly dataset: Dataset; readonly mayChange: boolean }) {
  const [isChanging, setIsChanging] = useState(false)
  const name = dataset.encoding?.name
  return (
    <Fact name="Encoding">
      {name === undefined ? 'Not recorded' : textEncodingLabel(name)}
      {mayChange && name?.startsWith('utf-16') !== true && (
        <ChangeButton label="Change the encoding…" onClick={() => setIsChanging(true)} />
      )}
      {isChanging && <EncodingDialog dataset={dataset} onClose={() => setIsChanging(false)} />}
    </Fact>
  )
}

/** The reading of the file's first row, and the way to the other. */
function HeaderFact({ dataset, mayChange }: { readonly dataset: Dataset; readonly mayChange: boolean }) {
  const [isChanging, setIsChanging] = useState(false)
  const isPresent = wasReadWithHeader(dataset)
  if (isPresent === null) return null
  return (
    <Fact name="First row">
      {headerLabel(isPresent)}
      {mayChange && <ChangeButton label="Change the first row…" onClick={() => setIsChanging(true)} />}
      {isChanging && <HeaderDialog dataset={dataset} isPresent={isPresent} onClose={() => setIsChanging(false)} />}
    </Fact>
  )
}

/** Which columns are text because they were so in an earlier file, and the way to what their values are. */
function TypesFact({ dataset, mayChange }: { readonly dataset: Dataset; readonly mayChange: boolean }) {
  const [isChanging, setIsChanging] = useState(false)
  const kept = dataset.columns.filter(({ foundType }) => foundType !== undefined)
  const [first] = kept
  if (first === undefined) return null
  return (
    <Fact name="Types">
      {kept.length === 1 ? `“${cutText(first.name, 40)}” stays text` : `${kept.length} columns stay text`}
      <span className="text-muted">, as before</span>
      {mayChange && <ChangeButton label="Change the types…" onClick={() => setIsChanging(true)} />}
      {isChanging && <TypesDialog dataset={dataset} onClose={() => setIsChanging(false)} />}
    </Fact>
  )
}

function ChangeButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <>
      {' · '}
      <button type="button" onClick={onClick} className={linkClass} aria-label={label}>
        Change…
      </button>
    </>
  )
}

/** The file that the present one replaced, for how long it is kept, and the way back to it. */
function EarlierFileFact({
  dataset,
  wayBack: { earlier, losses, isBusy, start },
}: {
  readonly dataset: Dataset
  readonly wayBack: WayBack
}) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { locale, now } = usePageEnvironment()
  const until = new Date(keptUntil(earlier))
  return (
    <Fact name="Earlier file">
      <span className="flex flex-wrap gap-x-2">
        <span>
          <span title={earlier.fileName} className="inline-block max-w-72 truncate align-bottom">
            {earlier.fileName}
          </span>
          <span className="text-muted"> · {datasetSizeText(earlier, locale)}</span>
        </span>
        <button type="button" disabled={isBusy} onClick={start} className={linkClass}>
          Go back to it{losses !== null && '…'} <Undo2 aria-hidden className="size-3!" />
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => setIsDeleting(true)}
          className="rounded-row text-muted hover:text-text hover:underline disabled:opacity-45"
        >
          Delete it…
        </button>
      </span>
      <span className="block text-small text-muted">
        Replaced <TimeAgo at={earlier.usedUntil} now={now} locale={locale} />. Kept until{' '}
        {/* The zone of the server is not the reader's. */}
        <time dateTime={until.toISOString()} suppressHydrationWarning>
          {until.toLocaleDateString(locale, { dateStyle: 'long' })}
        </time>
        , or until the data is replaced again.
        {earlier.inPlace !== undefined && ' After going back, it is read from its folder again whenever it changes.'}
      </span>
      <DeleteEarlierDialog dataset={dataset} earlier={earlier} open={isDeleting} onClose={() => setIsDeleting(false)} />
    </Fact>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

/** The changes of columns when a file in place was read again, which nobody was asked about. */
function ColumnsChanged({
  datasetId,
  changed: { at, differences },
}: {
  readonly datasetId: Dataset['id']
  readonly changed: NonNullable<InPlace['columnsChanged']>
}) {
  const { locale, now } = usePageEnvironment()
  return (
    <Callout
      tone="warn"
      title={
        <>
          The columns changed with their file (<TimeAgo at={at} now={now} locale={locale} />
          ). Charts and filters made before may need a change, too.
        </>
      }
    >
      <DifferencesList datasetId={datasetId} differences={differences} verb="now" />
    </Callout>
  )
}

const openNotes = 5

function ImportNotes({ dataset, mayChange }: { readonly dataset: Dataset; readonly mayChange: boolean }) {
  const { notes } = dataset
  if (notes.length === 0) return null
  const list = (items: Dataset['notes']) =>
    items.map((note) => (
      <li key={note.message}>
        {note.message} {mayChange && <CouldBe dataset={dataset} note={note} />}
      </li>
    ))
  return (
    <Callout
      tone="info"
      title={notes.length === 1 ? 'The import noted one thing' : `The import noted ${notes.length} things`}
    >
      <ul className="list-disc pl-4">{list(notes.slice(0, openNotes))}</ul>
      {notes.length > openNotes && (
        <details>
          <summary className="w-fit cursor-pointer rounded-row hover:text-text touch:py-0.5">
            {notes.length - openNotes} more
          </summary>
          <ul className="list-disc pl-4">{list(notes.slice(openNotes))}</ul>
        </details>
      )}
    </Callout>
  )
}

/** The readings of a column between which only a person can tell, each a press away. */
function CouldBe({
  dataset,
  note: { column: name, couldBe },
}: {
  readonly dataset: Dataset
  readonly note: ImportNote
}) {
  const [proposed, setProposed] = useState<ReadAs | null>(null)
  const column = dataset.columns.find((other) => other.name === name)
  if (column === undefined || couldBe === undefined) return null
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {couldBe.map((as) => (
        <button
          key={readAsLabel(as)}
          type="button"
          aria-haspopup="dialog"
          aria-label={`Read as ${readAsLabel(as)}… (${column.name})`}
          onClick={() => setProposed(as)}
          className={linkClass}
        >
          Read as {readAsLabel(as)}…
        </button>
      ))}
      {proposed !== null && (
        <ReadAsDialog dataset={dataset} column={column} proposed={proposed} onClose={() => setProposed(null)} />
      )}
    </span>
  )
}

const linkClass =
  'inline-flex items-center gap-1 rounded-row text-accent hover:underline disabled:opacity-45 touch:-my-1 touch:py-1'

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Saves the rows that were left out of a dataset's file. Fails with what the server says. */
async function downloadLeftOut({ id, name }: Pick<Dataset, 'id' | 'name'>): Promise<void> {
  const file = await fetchFile(leftOutRowsEndpoint, { params: { id } })
  if (file.ok) downloadBlob(file.value, `${name} left out.csv`)
  else if (file.error.kind === 'refused') throw TidemarkError.of(file.error.error)
  else
    toast('The server cannot be reached.', { tone: 'warn', description: 'The rows are kept there: try again later.' })
}

interface DeleteEarlierDialogProps {
  readonly dataset: Dataset
  readonly earlier: EarlierFile
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks once more: there is no way back from it. */
function DeleteEarlierDialog({ dataset, earlier, open, onClose }: DeleteEarlierDialogProps) {
  const { locale } = usePageEnvironment()
  const { syncNow } = useSyncStatus()
  const remove = () => {
    onClose()
    void deleteEarlier(dataset, earlier, { locale, syncNow }).catch(reportProblem)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      isAllowed={isAllowed(useActor(), { do: 'upload-data' })}
      title={`Delete the earlier file ${earlier.fileName}?`}
      description="Its rows are deleted from the server, and nobody can go back to them. The present rows stay."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </>
      }
    />
  )
}
