import * as z from 'zod/mini'
import type { EntryKey } from '../entries/entry-tx'
import { dashboardPrefix, dashboardSchema } from '../dashboards/dashboard'
import { admins, everyone } from '../access/actor'
import {
  datasetAudience,
  datasetManagers,
  isAmong,
  type AccessDataset,
  type DatasetAccess,
} from '../access/dataset-access'
import { datasetKey, datasetPrefix, placedDatasetSchema } from '../datasets/dataset'
import { declaredJoinSchema } from '../tables/table-settings'
import { conceptOf } from './concepts'
import type { JsonObject } from '../base/json'
import { hierarchySchema } from '../tables/hierarchy'
import { tableSourceSchema, type TableSource } from '../tables/table-source'

/**
 * Where an entry's audience comes from: everyone, admins and owners, its author, one person, a folder's readers (null:
 * the top), a dashboard's viewers, those who see the results of a connection, or the readers of datasets: of all of them,
 * and with a column only those to whom it is open.
 */
export type AudienceSource =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'admins' }
  | { readonly kind: 'author' }
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'folder'; readonly folderId: string | null }
  | { readonly kind: 'dashboard'; readonly key: EntryKey }
  | { readonly kind: 'connection'; readonly connectionId: string }
  | { readonly kind: 'data'; readonly id: string; readonly access: DatasetAccess; readonly folderId: string | null }
  | { readonly kind: 'datasets'; readonly parts: readonly DatasetPart[] }

/** A dataset, or one of its columns. key: of the dataset's entry. */
export interface DatasetPart {
  readonly key: EntryKey
  readonly column: string | null
}

const placedSchema = z.pick(dashboardSchema, { folderId: true })

/** Derives an entry's audience from its place alone, so that opening or closing a folder changes no entry in it. */
export function audienceSourceOf(key: EntryKey, value: JsonObject): AudienceSource {
  const [, id = ''] = key.split('/')
  switch (conceptOf(key)) {
    case 'workspace':
    case 'connection':
      return { kind: 'everyone' }
    case 'dataset': {
      const { access, folderId } = placedDatasetSchema.parse(value)
      return { kind: 'data', id, access, folderId }
    }
    case 'data-version':
      return { kind: 'datasets', parts: [{ key: `${datasetPrefix}${id}`, column: null }] }
    case 'join': {
      const { source, column, other, otherColumn } = declaredJoinSchema.parse(value)
      if (source.kind === 'connection') return { kind: 'connection', connectionId: source.connectionId }
      const parts = [partOf(source, column), partOf(other, otherColumn)].filter((part) => part !== null)
      return { kind: 'datasets', parts }
    }
    case 'hierarchy': {
      const { source, columns } = hierarchySchema.parse(value)
      if (source.kind === 'connection') return { kind: 'connection', connectionId: source.connectionId }
      // A model's chart holds what is said about it.
      if (source.kind === 'model') return { kind: 'admins' }
      return { kind: 'datasets', parts: columns.map(({ name }) => ({ key: datasetKey(source.id), column: name })) }
    }
    case 'table':
    case 'column': {
      const source = tableSourceSchema.parse(value.source)
      if (source.kind === 'connection') return { kind: 'connection', connectionId: source.connectionId }
      // A model's chart holds what is said about it.
      if (source.kind === 'model') return { kind: 'admins' }
      return { kind: 'datasets', parts: [{ key: datasetKey(source.id), column: columnIn(value) }] }
    }
    case 'flag':
      return { kind: 'admins' }
    case 'mutation-error':
      return { kind: 'author' }
    case 'overwritten-text':
    case 'favourite':
    case 'personal-view':
    case 'comments-read':
    case 'comment-mail':
      return { kind: 'person', userId: id }
    case 'folder':
      return { kind: 'folder', folderId: id }
    case 'metric':
    case 'segment':
    case 'chart':
    case 'dashboard':
      return { kind: 'folder', folderId: placedSchema.parse(value).folderId }
    case 'tab':
    case 'tile':
    case 'filter':
    case 'saved-view':
    case 'comment':
      return { kind: 'dashboard', key: `${dashboardPrefix}${id}` }
  }
}

function partOf(source: TableSource, column: string): DatasetPart | null {
  return source.kind === 'dataset' ? { key: datasetKey(source.id), column } : null
}

function columnIn({ name }: JsonObject): string | null {
  return typeof name === 'string' ? name : null
}

/**
 * Returns the audience of what concerns several datasets: where they have different readers, that of the one that not
 * everybody sees, and of two such ones the admins'. A column that is restricted is only for those who manage its dataset.
 * datasetOf: the stored value; a dataset that does not exist is everyone's.
 */
export function audienceOfDatasets(
  parts: readonly DatasetPart[],
  datasetOf: (key: EntryKey) => AccessDataset | undefined,
): string {
  const narrow = new Set<string>()
  for (const { key, column } of parts) {
    const dataset = datasetOf(key)
    if (dataset === undefined) continue
    const isRestricted = column !== null && isAmong(dataset.restricted, column)
    const audience = isRestricted ? datasetManagers(dataset.id) : datasetAudience(dataset)
    if (audience !== everyone) narrow.add(audience)
  }
  const [first = everyone] = narrow
  return narrow.size > 1 ? admins : first
}
