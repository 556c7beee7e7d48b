'use client'

import { FileUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { databaseFileName, type DatabaseFile } from '@tidemark/shared/connections/connection'
import type { FileInPlace } from '@tidemark/shared/datasets/file-in-place'
import { failureText, type RequestFailure } from '@/client/page/api-request'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { fetchFilesInPlace } from '../data/folders-api'
import { sendDatabaseFile } from '../data/connections-api'

interface DatabaseFileFieldProps {
  readonly file: DatabaseFile | null
  readonly error: string | undefined
  readonly onChange: (file: DatabaseFile | null) => void
}

type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly fileName: string }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

const sqliteEnding = /\.(db|sqlite)3?$/i

/** The field for the file of an SQLite database: uploaded from here, or in a folder that the server reads in place. */
export function DatabaseFileField({ file, error, onChange }: DatabaseFileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [sending, setSending] = useState<Sending>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  const inPlace = useFilesInPlace()
  useEffect(() => () => running.current?.abort(), [])

  const send = async (chosen: File) => {
    running.current?.abort()
    const controller = (running.current = new AbortController())
    setSending({ kind: 'sending', fileName: chosen.name })
    const answer = await sendDatabaseFile(chosen, controller.signal)
    if (controller.signal.aborted) return
    if (!answer.ok) return setSending({ kind: 'failed', failure: answer.error })
    setSending({ kind: 'idle' })
    onChange(answer.value.file)
  }
  const message = error ?? (sending.kind === 'failed' ? failureText(sending.failure) : undefined)
  const path = file?.place === 'folder' ? file.path : ''
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex flex-col gap-1.5">
        <span className="text-small font-medium text-muted">File</span>
        <div className="flex min-w-0 items-center gap-3">
          <Button
            icon={FileUp}
            aria-disabled={sending.kind === 'sending' || undefined}
            aria-describedby={message === undefined ? undefined : errorId}
            onClick={() => sending.kind !== 'sending' && input.current?.click()}
          >
            {file === null ? 'Send a file…' : 'Send another…'}
          </Button>
          <span className="min-w-0 truncate font-mono text-code" role="status">
            {sending.kind === 'sending' ? `Sending ${sending.fileName}…` : file === null ? '' : databaseFileName(file)}
          </span>
          <input
            ref={input}
            type="file"
            aria-label="SQLite file"
            accept=".sqlite,.sqlite3,.db,.db3"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (chosen) void send(chosen)
            }}
          />
        </div>
        {message !== undefined && (
          <span id={errorId} role="alert" className="text-small text-bad">
            {message}
          </span>
        )}
      </div>
      {inPlace.length > 0 && (
        <Select
          label="Or a file from a folder that is read in place"
          value={path}
          options={[
            { value: '', label: 'None' },
            ...inPlace.map(({ path: value, shownPath }) => ({ value, label: shownPath })),
          ]}
          onChange={(chosen) => onChange(chosen === '' ? null : { place: 'folder', path: chosen })}
        />
      )}
    </div>
  )
}

function useFilesInPlace(): readonly FileInPlace[] {
  const [files, setFiles] = useState<readonly FileInPlace[]>([])
  useEffect(() => {
    const controller = new AbortController()
    void fetchFilesInPlace(controller.signal).then((found) => {
      if (!controller.signal.aborted) setFiles(found.filter(({ path }) => sqliteEnding.test(path)))
    })
    return () => controller.abort()
  }, [])
  return files
}
