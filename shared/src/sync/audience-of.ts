import * as z from 'zod/mini'
import type { EntryKey } from '../entries/entry-tx'
import { dashboardPrefix, dashboardSchema } from '../dashboards/dashboard'
import { conceptOf } from './concepts'
import type { JsonObject } from '../base/json'
import { tableSourceSchema } from '../tables/table-source'

/**
 * Where an entry's audience comes from: everyone, admins and owners, its author, one person, a folder's readers (null:
 * the top), a dashboard's viewers, or those who see the results of a connection.
 */
export type AudienceSource =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'admins' }
  | { readonly kind: 'author' }
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'folder'; readonly folderId: string | null }
  | { readonly kind: 'dashboard'; readonly key: EntryKey }
  | { readonly kind: 'connection'; readonly connectionId: string }

const placedSchema = z.pick(dashboardSchema, { folderId: true })

/** Derives an entry's audience from its place alone, so that opening or closing a folder changes no entry in it. */
export function audienceSourceOf(key: EntryKey, value: JsonObject): AudienceSource {
  const [, id = ''] = key.split('/')
  switch (conceptOf(key)) {
    case 'workspace':
    case 'dataset':
    case 'data-version':
    case 'connection':
      return { kind: 'everyone' }
    case 'table':
    case 'column':
    case 'join': {
      const source = tableSourceSchema.parse(value.source)
      return source.kind === 'dataset'
        ? { kind: 'everyone' }
        : { kind: 'connection', connectionId: source.connectionId }
    }
    case 'flag':
      return { kind: 'admins' }
    case 'mutation-error':
      return { kind: 'author' }
    case 'overwritten-text':
    case 'favourite':
      return { kind: 'person', userId: id }
    case 'folder':
      return { kind: 'folder', folderId: id }
    case 'chart':
    case 'dashboard':
      return { kind: 'folder', folderId: placedSchema.parse(value).folderId }
    case 'tab':
    case 'tile':
    case 'filter':
      return { kind: 'dashboard', key: `${dashboardPrefix}${id}` }
  }
}
