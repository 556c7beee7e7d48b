import { access, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { everyone, localOwner } from '@tidemark/shared/access/actor'
import { folderKey } from '@tidemark/shared/folders/folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFileStore, type FileStore } from '../datasets/files/file-store'
import { openSqliteStore } from '../store/sqlite-store'
import { folderOf, recordingLog } from '@testkit/store/store-fixtures'
import type { Store } from '../store/store'
import { installSampleWorkspace } from './install-sample-workspace'
import { sampleDatasetId, sampleDatasets, sampleVersionId } from './sample-datasets'

const sampleFolder = fileURLToPath(new URL('../../sample-data', import.meta.url))

describe('installing the sample workspace', () => {
  let folder: string
  let store: Store
  let files: FileStore
  const install = () =>
    installSampleWorkspace({ store, files, sampleFolder, actor: localOwner, at: 1, timeZone: 'UTC' })
  const listKeys = () =>
    store.read(localOwner.orgId, async (tx) => (await tx.scanEntries('', [everyone])).map((entry) => entry.key))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-sample-'))
    store = openSqliteStore({ folder, log: recordingLog(), startedAt: new Date() })
    files = await openFileStore(join(folder, 'datasets'))
  })

  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  test('a new workspace gets entries and a file for each dataset, once', async () => {
    expect(await install()).toBe(true)
    const keys = await listKeys()
    expect(keys).toContain('dashboard/sample-dashboard')
    for (const { tableName } of sampleDatasets)
      await access(files.dataPath(sampleDatasetId(tableName), sampleVersionId))
    expect(await install()).toBe(false)
    expect(await listKeys()).toEqual(keys)
  })

  test('a start that stopped after the files is made good by the next one', async () => {
    const draft = await files.createDraft()
    await copyFile(join(sampleFolder, 'co2.parquet'), draft.path('data.parquet'))
    await draft.publish(sampleDatasetId('co2'), sampleVersionId)
    expect(await install()).toBe(true)
    expect(await listKeys()).toContain('dashboard/sample-dashboard')
  })

  test('a workspace in use is left alone', async () => {
    const mine = folderOf('mine')
    await store.write(localOwner.orgId, { userId: 'local', at: 1 }, (tx) =>
      tx.putEntry(folderKey(mine.id), mine, everyone),
    )
    expect(await install()).toBe(false)
    expect(await listKeys()).toEqual([folderKey(mine.id)])
  })
})
