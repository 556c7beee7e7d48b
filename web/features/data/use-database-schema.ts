'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { RequestFailure } from '@/client/page/api-request'
import { fetchSchema } from './connections-api'

/** schema: the last one there is, also while another is read or could not be. */
export interface SchemaState {
  readonly kind: 'loading' | 'ready' | 'failed'
  readonly schema: DatabaseSchema | null
  readonly failure: RequestFailure | null
}

interface CachedSchema {
  readonly schema: DatabaseSchema
  /** How often it had been said, by then, that the tables may be others. */
  readonly doubts: number
}

const kept = new Map<string, CachedSchema>()
const doubtsById = new Map<string, number>()
const listeners = new Set<() => void>()
const idle: SchemaState = { kind: 'loading', schema: null, failure: null }

/** Makes views of the connection's tables fetch them again; the server decides whether to read them anew. */
export function doubtSchema(connectionId: string): void {
  doubtsById.set(connectionId, doubtsOf(connectionId) + 1)
  for (const tell of listeners) tell()
}

function doubtsOf(connectionId: string | null): number {
  return connectionId === null ? 0 : (doubtsById.get(connectionId) ?? 0)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The tables of a connection; read again after its settings changed, or a question was refused. Null asks for none. */
export function useDatabaseSchema(connection: Pick<Connection, 'id' | 'settingsAt'> | null): {
  readonly state: SchemaState
  readonly refresh: () => void
} {
  const id: ConnectionId | null = connection?.id ?? null
  const key = connection === null ? '' : `${connection.id}/${connection.settingsAt}`
  const [answer, setAnswer] = useState<{ readonly key: string; readonly state: SchemaState } | null>(null)
  const [asked, setAsked] = useState(0)
  const doubts = useSyncExternalStore(
    subscribe,
    () => doubtsOf(id),
    () => 0,
  )

  useEffect(() => {
    if (id === null) return undefined
    const controller = new AbortController()
    const known = kept.get(key) ?? null
    if (known !== null && known.doubts === doubts && asked === 0) return undefined
    void fetchSchema(id, asked > 0, controller.signal).then((result) => {
      if (controller.signal.aborted) return
      if (result.ok) kept.set(key, { schema: result.value, doubts })
      setAnswer({
        key,
        state: result.ok
          ? { kind: 'ready', schema: result.value, failure: null }
          : { kind: 'failed', schema: known?.schema ?? null, failure: result.error },
      })
    })
    return () => controller.abort()
  }, [id, key, asked, doubts])

  const refresh = useCallback(() => {
    setAnswer((current) =>
      current === null ? null : { ...current, state: { ...current.state, kind: 'loading', failure: null } },
    )
    setAsked((count) => count + 1)
  }, [])

  const known = kept.get(key)
  const state =
    answer?.key === key
      ? answer.state
      : known === undefined
        ? idle
        : { kind: 'ready' as const, schema: known.schema, failure: null }
  return { state, refresh }
}
