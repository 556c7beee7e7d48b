'use client'

import { useCallback, useEffect, useState } from 'react'
import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { RequestFailure } from '@/client/api-request'
import { fetchSchema } from './connections-api'

/** schema: the last one there is, also while another is read or could not be. */
export interface SchemaState {
  readonly kind: 'loading' | 'ready' | 'failed'
  readonly schema: DatabaseSchema | null
  readonly failure: RequestFailure | null
}

const kept = new Map<string, DatabaseSchema>()
const idle: SchemaState = { kind: 'loading', schema: null, failure: null }

/** The tables of a connection; read again after its settings changed. Null asks for none. */
export function useDatabaseSchema(connection: Pick<Connection, 'id' | 'settingsAt'> | null): {
  readonly state: SchemaState
  readonly refresh: () => void
} {
  const id: ConnectionId | null = connection?.id ?? null
  const key = connection === null ? '' : `${connection.id}/${connection.settingsAt}`
  const [answer, setAnswer] = useState<{ readonly key: string; readonly state: SchemaState } | null>(null)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (id === null) return undefined
    const controller = new AbortController()
    const known = kept.get(key) ?? null
    if (known !== null && asked === 0) return undefined
    void fetchSchema(id, asked > 0, controller.signal).then((result) => {
      if (controller.signal.aborted) return
      if (result.ok) kept.set(key, result.value)
      setAnswer({
        key,
        state: result.ok
          ? { kind: 'ready', schema: result.value, failure: null }
          : { kind: 'failed', schema: known, failure: result.error },
      })
    })
    return () => controller.abort()
  }, [id, key, asked])

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
        : { kind: 'ready' as const, schema: known, failure: null }
  return { state, refresh }
}
