'use client'

import { FolderOpen, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { FileInPlace } from '@tidemark/shared/datasets/file-in-place'
import { failureText } from '@/client/page/api-request'
import { AppLink, navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { toast } from '@/ui/popups/toaster'
import { tablesNoun } from './uploads/accepted-files'
import { formatSize } from '@/ui/text/format-size'
import { addFileInPlace, fetchFilesInPlace } from './folders-api'
import { knownTables, mayHaveMore, tablesLeft } from './tables-left'
import { uploads$ } from './uploads/uploads'

const databaseEnding = /\.(db|sqlite)3?$/i

/** The files of folders that this server reads where they lie. Asked for when somebody wants them. */
export function FilesInPlace() {
  const [files, setFiles] = useState<readonly FileInPlace[] | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const show = async () => {
    running.current?.abort()
    const controller = (running.current = new AbortController())
    const found = await fetchFilesInPlace(controller.signal)
    if (!controller.signal.aborted) setFiles(found.filter(({ path }) => !databaseEnding.test(path)))
  }
  return (
    <section aria-label="Files on this machine">
      <div className="mb-2 flex min-h-[30px] items-center justify-between gap-3">
        <h2 className="text-tile">Files on this machine</h2>
        <Button icon={FolderOpen} size="sm" onClick={() => void show()}>
          {files === null ? 'Show files' : 'Look again'}
        </Button>
      </div>
      {files === null || files.length === 0 ? (
        <p className="rounded-tile border border-dashed border-line-strong px-3.5 py-4 text-muted">
          {files === null
            ? 'Files in folders that Tidemark reads in place. Their rows are read again whenever a file changes.'
            : 'None yet. Start Tidemark with TIDEMARK_FOLDERS set to the folders to read, separated by commas.'}
        </p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-tile border border-line bg-surface shadow-tile">
          {files.map((file) => (
            <FileRow key={file.path} file={file} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FileRow({ file: { path, shownPath, sizeBytes } }: { readonly file: FileInPlace }) {
  const { locale } = usePageEnvironment()
  const datasets = useView((view) => listDatasets(view).filter(({ inPlace }) => inPlace?.path === path), [path])
  const [isAdding, setIsAdding] = useState(false)
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const tables = asked ?? knownTables(datasets)
  const add = async (table?: string) => {
    if (isAdding) return
    setIsAdding(true)
    const id = datasetIdSchema.parse(newId())
    const answer = await addFileInPlace(id, path, table)
    setIsAdding(false)
    if (!answer.ok) {
      const { code, choices } = answer.error.kind === 'refused' ? answer.error.error : {}
      if (code === 'upload-table' && choices !== undefined) return setAsked(choices)
      return toast(failureText(answer.error), { tone: 'bad' })
    }
    if (answer.value.id !== id) toast(`“${answer.value.name}” had been added already`)
    uploads$.made[answer.value.id]?.set(answer.value)
    navigate(`/data/${answer.value.id}`)
  }
  const left = tablesLeft(tables ?? [], datasets)
  return (
    <li className="flex min-h-12 items-center gap-3 px-3.5 py-2">
      <div className="min-w-0 flex-1">
        <p title={path} className="truncate font-mono text-code">
          {shownPath}
        </p>
        {datasets.length > 0 && (
          <ul className="flex flex-wrap gap-x-3">
            {datasets.map(({ id, name }) => (
              <li key={id} className="max-w-full truncate">
                <AppLink href={`/data/${id}`} className="text-accent hover:underline">
                  {name}
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="tabular text-muted max-sm:hidden">{formatSize(sizeBytes, locale)}</span>
      {left.length > 0 && (
        <Select
          label={`Which of the ${tablesNoun(path)} of ${shownPath}`}
          hideLabel
          className="w-48"
          disabled={isAdding}
          value=""
          options={[
            {
              value: '',
              label: isAdding
                ? 'Reading…'
                : datasets.length === 0
                  ? `Choose 1 of ${left.length} ${tablesNoun(path)}`
                  : 'Choose another',
              disabled: true,
            },
            ...left.map((table) => ({ value: table, label: table })),
          ]}
          onChange={(table) => void add(table)}
        />
      )}
      {tables !== null && left.length === 0 && <span className="text-muted">All {tablesNoun(path)} are added</span>}
      {tables === null && mayHaveMore(datasets) && (
        <Button size="sm" icon={Plus} aria-disabled={isAdding || undefined} onClick={() => void add()}>
          {isAdding ? 'Reading…' : datasets.length === 0 ? 'Add' : 'Add another'}
        </Button>
      )}
    </li>
  )
}
