import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { localOwner } from '@tidemark/shared/access/actor'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import { datasetIdSchema, datasetKey, datasetPrefix, type Dataset } from '@tidemark/shared/datasets/dataset'
import { getDataset, listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { strToU8, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forkPort } from '../engine/process/child-port'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openSqliteStore } from '../store/sqlite-store'
import type { Store } from '../store/store'
import { createPokeHub } from '../sync/poke-hub'
import { createSyncService, type SyncService } from '../sync/sync-service'
import { createDatasetService, type DatasetService } from './dataset-service'
import { createDatasetsInPlace } from './files/datasets-in-place'
import { openFoldersInPlace } from './files/folders-in-place'
import { encodeAs } from '@testkit/datasets/encoding-fixture'
import { openImportProcessFixture, type ImportProcessFixture } from '@testkit/datasets/import-process-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'
import { mustBeDone } from './upload/dataset-upload'
import { openFileStore, type FileStore } from './files/file-store'
import { createVersionCleaner } from './files/clean-versions'
import { forgetEarlierFiles } from './files/forget-earlier-files'

let imports: ImportProcessFixture
beforeAll(async () => {
  imports = await openImportProcessFixture()
})
afterAll(() => imports.close())

describe('uploading a file', () => {
  let folder: string
  let store: Store
  let files: FileStore
  let sync: SyncService
  let datasets: DatasetService
  let now: number

  const serviceWith = (changes: Partial<Parameters<typeof createDatasetService>[0]> = {}) =>
    createDatasetService({
      sync,
      files,
      openProcess: imports.openProcess,
      importEntryPath: imports.entryPath,
      clock: () => now,
      retire: cleaner().retire,
      ...changes,
    })
  const cleaner = (changes: Partial<Parameters<typeof createVersionCleaner>[0]> = {}) =>
    createVersionCleaner({ sync, files, log: recordingLog(), readers: async () => [localOwner], ...changes })
  const upload = async (
    id: string,
    fileName: string,
    content: string | Readable,
    signal = new AbortController().signal,
    table?: string,
  ): Promise<Dataset> =>
    mustBeDone(
      await datasets.importFile(
        localOwner,
        {
          id: datasetIdSchema.parse(id),
          fileName,
          table,
          content: typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content,
        },
        signal,
      ),
    )
  const listed = async () => listDatasets((await sync.readView(localOwner, [datasetPrefix])).view)
  const filesLeft = async () =>
    (await readdir(join(folder, 'datasets'), { recursive: true })).filter((name) => name !== '.drafts')

  beforeEach(async () => {
    now = 42
    folder = await mkdtemp(join(tmpdir(), 'tidemark-datasets-'))
    store = openSqliteStore({ folder, log: recordingLog(), startedAt: new Date() })
    files = await openFileStore(join(folder, 'datasets'))
    sync = createSyncService({
      store,
      pokes: createPokeHub({ log: recordingLog() }),
      log: recordingLog(),
      clock: () => 42,
    })
    datasets = serviceWith()
  })

  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  /** Creates a folder in place with one file; it is scanned only on request. */
  function openInPlace(name: string, content: string | Uint8Array, into = datasets) {
    const data = join(folder, 'data')
    mkdirSync(data)
    const path = join(data, name)
    writeFileSync(path, content)
    const folders = openFoldersInPlace([data], () => undefined)
    return {
      path,
      inPlace: createDatasetsInPlace({ sync, datasets: into, folders, log: recordingLog(), everyMs: null }),
    }
  }

  test('of a folder in place is read again when it has changed and rests, and keeps its rows when it cannot be read', async () => {
    const { path, inPlace } = openInPlace('orders.csv', 'id\n1\n')
    const signal = new AbortController().signal
    await expect(inPlace.add(localOwner, { path: join(folder, 'x.csv') }, signal)).rejects.toMatchObject({
      code: 'not-found',
    })
    const { id, tableName } = (await inPlace.add(localOwner, { path }, signal)).dataset
    const rowsAfter = async (content: string, looks: number) => {
      writeFileSync(path, content)
      for (let look = 0; look < looks; look++) await inPlace.refresh()
      const [dataset] = await listed()
      expect(dataset).toMatchObject({ id, tableName, inPlace: { path } })
      return [dataset?.rowCount, dataset?.columns.length]
    }
    expect(await rowsAfter('id\n1\n2\n', 1)).toEqual([1, 1])
    expect(await rowsAfter('id\n1\n2\n3\n', 1)).toEqual([1, 1])
    expect(await rowsAfter('id,name\n1,a\n2,b\n3,c\n4,d\n', 2)).toEqual([4, 2])
    expect(await rowsAfter('', 3)).toEqual([4, 2])
    // An additional column breaks no chart.
    expect((await listed())[0]?.inPlace).not.toHaveProperty('columnsChanged')
    // The dataset follows its file, so nobody has replaced it.
    expect((await listed())[0]).toMatchObject({ replacedAt: 42 })
    expect((await listed())[0]).not.toHaveProperty('earlier')

    const sent = { fileName: 'sent.csv', content: Readable.from([Buffer.from('id,name\n9,z\n')]) }
    const replaced = await datasets.replaceFile(localOwner, id, sent, signal)
    writeFileSync(path, 'id,name\n5,e\n')
    for (let look = 0; look < 3; look++) await inPlace.refresh()
    expect(await listed()).toEqual([replaced.kind === 'done' ? replaced.dataset : undefined])
    expect((await listed())[0]).not.toHaveProperty('inPlace')
    await datasets.goBack(localOwner, id, (await listed())[0]?.earlier?.versionId ?? '')
    expect((await listed())[0]).toMatchObject({ rowCount: 4, inPlace: { path } })
    // It follows the file again, and the uploaded file stays the earlier one.
    expect(await rowsAfter('id,name\n6,f\n7,g\n', 2)).toEqual([2, 2])
    expect((await listed())[0]).toMatchObject({ earlier: { fileName: 'sent.csv', rowCount: 1 } })
    inPlace.close()
  })

  test('of a folder in place says which columns its file has changed, of which nobody was asked', async () => {
    const { path, inPlace } = openInPlace('rates.csv', 'country,rate,old\nDE,1,1\n')
    const { dataset } = await inPlace.add(localOwner, { path }, new AbortController().signal)
    expect(dataset.inPlace).not.toHaveProperty('columnsChanged')
    const differences = {
      added: [],
      removed: [{ name: 'old', type: 'integer' }],
      retyped: [{ name: 'rate', before: 'integer', after: 'number' }],
    }
    // A later state with the same columns does not remove it.
    for (const [rate, sample, at] of [
      ['12.5%', '0.125', 42],
      ['12.75%', '0.1275', 43],
    ] as const) {
      now = at
      writeFileSync(path, `country,rate\nDE,${rate}\n`)
      for (let look = 0; look < 2; look++) await inPlace.refresh()
      expect((await listed())[0]).toMatchObject({ replacedAt: at, columns: [{}, { sign: '%', sample: [sample] }] })
      expect((await listed())[0]?.inPlace?.columnsChanged).toEqual({ at: 42, differences })
    }
    inPlace.close()
  })

  test('of a folder in place keeps a text that could be numbers, until a person has the types found', async () => {
    const { path, inPlace } = openInPlace('rates.csv', 'zip,rate\n01067,1.5\n')
    const signal = new AbortController().signal
    const { id } = (await inPlace.add(localOwner, { path }, signal)).dataset
    writeFileSync(path, 'zip,rate\n12345,2\n')
    for (let look = 0; look < 2; look++) await inPlace.refresh()
    const [read] = await listed()
    expect(read?.columns).toMatchObject([{ type: 'text', foundType: 'integer', sample: ['12345'] }, { type: 'number' }])
    expect(read?.inPlace).not.toHaveProperty('columnsChanged')

    const { versionId = '' } = read ?? {}
    const findOf = (columns: string[]) => datasets.findTypes(localOwner, id, { versionId, columns }, signal)
    await expect(findOf(['zip', 'city'])).rejects.toMatchObject({
      code: 'not-found',
      detail: 'It has no column “city”.',
    })
    await expect(findOf(['ZIP'])).rejects.toMatchObject({
      detail: 'It has no column “ZIP”.',
      hint: 'Did you mean “zip”?',
    })
    expect((await listed())[0]?.versionId).toBe(versionId)

    const columns = ['zip']
    const asked = await datasets.findTypes(localOwner, id, { versionId, columns }, signal)
    const accept = asked.kind === 'differs' ? asked.accept : ''
    expect(asked).toMatchObject({ differences: { retyped: [{ name: 'zip', after: 'integer' }] } })
    await datasets.findTypes(localOwner, id, { versionId, columns, accept }, signal)
    const [found] = await listed()
    expect(found?.columns.map(({ type, foundType }) => [type, foundType])).toEqual([
      ['integer', undefined],
      ['number', undefined],
    ])
    await expect(findOf(['zip', 'city'])).rejects.toMatchObject({ code: 'changed-since' })
    inPlace.close()
  })

  test('of a folder in place is what a person says, also when its file changes', async () => {
    const { path, inPlace } = openInPlace('codes.csv', 'code,n\n1E5,1\n')
    const signal = new AbortController().signal
    const { id, versionId } = (await inPlace.add(localOwner, { path }, signal)).dataset
    const asked = { versionId, column: 'code', as: { kind: 'number', decimal: '.' } } as const
    const { accept } = await datasets.previewReadAs(localOwner, id, asked, signal)
    await datasets.chooseReadAs(localOwner, id, { ...asked, accept }, signal)
    writeFileSync(path, 'code,n\n12E3,1\n7E2,5\n')
    for (let look = 0; look < 2; look++) await inPlace.refresh()
    const [read] = await listed()
    expect(read).toMatchObject({
      rowCount: 2,
      columns: [{ name: 'code', type: 'number', sample: ['12000.0', '700.0'] }, { name: 'n' }],
      readAs: [{ column: 'code', as: asked.as }],
    })
    inPlace.close()
  })

  test('of an archive in place is the file in it that was chosen, also when it is read again', async () => {
    const packed = (north: string) => zipSync({ 'north.csv': strToU8(north), 'south.csv': strToU8('b\n9\n') })
    const { path, inPlace } = openInPlace('orders.zip', packed('a\n1\n'))
    const signal = new AbortController().signal
    const choices = ['north.csv', 'south.csv']
    await expect(inPlace.add(localOwner, { path }, signal)).rejects.toMatchObject({ code: 'upload-table', choices })
    await inPlace.add(localOwner, { path, table: 'north.csv' }, signal)
    expect(await listed()).toMatchObject([{ rowCount: 1, inPlace: { path, table: 'north.csv', tables: choices } }])
    writeFileSync(path, packed('a\n1\n2\n'))
    for (let look = 0; look < 2; look++) await inPlace.refresh()
    expect(await listed()).toMatchObject([{ rowCount: 2, inPlace: { path, table: 'north.csv' } }])
    // The changed file may have other tables.
    expect((await listed())[0]?.inPlace).not.toHaveProperty('tables')
    inPlace.close()
  })

  test('of a workbook in place that has one sheet is the same with the name of that and without', async () => {
    const rows = [['a'], [1]].map(rowXml).join('')
    const book = (...names: readonly string[]) => workbookOf({ sheets: names.map((name) => ({ name, rows })) })
    const { path, inPlace } = openInPlace('sales.xlsx', book('North'))
    const add = (table?: string) => inPlace.add(localOwner, { path, table }, new AbortController().signal)
    const { dataset } = await add()
    expect(await add('North')).toEqual({ dataset, isNew: false })
    await expect(add('South')).rejects.toMatchObject({ code: 'upload-table' })
    expect(await listed()).toHaveLength(1)
    writeFileSync(path, book('North', 'South'))
    // The file has changed, so nobody knows which of its sheets the first dataset was.
    expect(await add('South')).toMatchObject({ isNew: true, dataset: { inPlace: { table: 'South' } } })
    inPlace.close()
  })

  test('of an archive in place keeps its rows when another file takes the place of the one that was chosen', async () => {
    const { path, inPlace } = openInPlace(
      'orders.zip',
      zipSync({ 'north.csv': strToU8('a\n1\n'), 'south.csv': strToU8('a\n9\n9\n') }),
    )
    await inPlace.add(localOwner, { path, table: 'north.csv' }, new AbortController().signal)
    writeFileSync(path, zipSync({ 'south.csv': strToU8('a\n9\n9\n') }))
    for (let look = 0; look < 2; look++) await inPlace.refresh()
    expect(await listed()).toMatchObject([{ rowCount: 1 }])
    inPlace.close()
  })

  test.each([
    ['orders.csv', 'a\n1\n'],
    ['orders.json', '[{"a": 1}, {"a": 2}]'],
    ['orders.ndjson', '{"a": 1}\n{"a": 2}\n'],
  ])('of a folder in place is not made of a table of %s, which is one itself', async (name, content) => {
    const { path, inPlace } = openInPlace(name, content)
    const signal = new AbortController().signal
    await inPlace.add(localOwner, { path }, signal)
    await expect(inPlace.add(localOwner, { path, table: 'Sheet1' }, signal)).rejects.toMatchObject({
      code: 'not-found',
      detail: 'The file has no table “Sheet1”: all of it is one.',
    })
    expect(await listed()).toHaveLength(1)
    inPlace.close()
  })

  test('of a folder in place is there once, whoever asks for it at the same time or later', async () => {
    const { path, inPlace } = openInPlace(
      'orders.zip',
      zipSync({ 'a.csv': strToU8('a\n1\n'), 'b.csv': strToU8('b\n9\n') }),
    )
    const add = (table: string) => inPlace.add(localOwner, { path, table }, new AbortController().signal)
    const both = await Promise.all([add('a.csv'), add('a.csv')])
    const [{ dataset: first }] = both
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(both.map(({ dataset }) => dataset.id)).size).toBe(1)
    expect(await add('a.csv')).toMatchObject({ isNew: false, dataset: { id: first.id } })
    expect(await add('b.csv')).toMatchObject({ isNew: true })
    expect(await listed()).toHaveLength(2)
    await sync.transact(localOwner, (tx) => tx.set(datasetKey(first.id), { ...first, deletedAt: 43 }))
    expect(await add('a.csv')).toMatchObject({ isNew: true })
    inPlace.close()
  })

  test('of a folder in place does not take the place of what a person sends just then', async () => {
    const signal = new AbortController().signal
    let isSending = true
    const { path, inPlace } = openInPlace('orders.csv', 'id\n1\n', {
      ...datasets,
      replaceFile: async (actor, id, upload, ended) => {
        if (isSending) {
          isSending = false
          const sent = { fileName: 'sent.csv', content: Readable.from([Buffer.from('id\n7\n8\n9\n')]) }
          await datasets.replaceFile(actor, id, sent, signal)
        }
        return datasets.replaceFile(actor, id, upload, ended)
      },
    })
    const { id } = (await inPlace.add(localOwner, { path }, signal)).dataset
    writeFileSync(path, 'id\n1\n2\n')
    for (let look = 0; look < 3; look++) await inPlace.refresh()
    const [dataset] = await listed()
    expect(dataset).toMatchObject({ fileName: 'sent.csv', rowCount: 3, earlier: { rowCount: 1, inPlace: { path } } })
    // After going back, the dataset follows the file again, although the file could not be read before.
    await datasets.goBack(localOwner, id, dataset?.earlier?.versionId ?? '')
    await inPlace.refresh()
    expect((await listed())[0]).toMatchObject({ rowCount: 2, inPlace: { path } })
    inPlace.close()
  })

  test('makes a dataset that everybody sees, with its files in private folders', async () => {
    const phases: string[] = []
    const dataset = mustBeDone(
      await datasets.importFile(
        localOwner,
        {
          id: datasetIdSchema.parse('d1'),
          fileName: 'Order items.csv',
          content: Readable.from([Buffer.from('id,price\n1,'), Buffer.from('2.50\n')]),
          onPhase: (phase) => phases.push(phase),
        },
        new AbortController().signal,
      ),
    )
    expect(dataset).toMatchObject({
      id: 'd1',
      name: 'Order items',
      tableName: 'order_items',
      format: 'csv',
      fileName: 'Order items.csv',
      rowCount: 1,
      sizeBytes: 16,
      createdAt: 42,
      createdBy: 'local',
      deletedAt: null,
    })
    expect(phases).toEqual(['reading', 'converting', 'profiling'])
    expect(getDataset((await sync.readView(localOwner)).view, dataset.id)).toEqual(dataset)
    const dataPath = files.dataPath(dataset.id, dataset.versionId)
    expect(await readFile(join(dataPath, '..', 'source.csv'), 'utf8')).toBe('id,price\n1,2.50\n')
    expect((await stat(dataPath)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataPath, '..'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'datasets', '.drafts'))).toEqual([])
  })

  test('says that a file waits while another one is read', async () => {
    const phasesOf = async (id: string) => {
      const phases: string[] = []
      const content = Readable.from([Buffer.from('a\n1\n')])
      const given = { id: datasetIdSchema.parse(id), fileName: 'a.csv', content }
      await datasets.importFile(
        localOwner,
        { ...given, onPhase: (phase) => phases.push(phase) },
        new AbortController().signal,
      )
      return phases
    }
    const reading = ['reading', 'converting', 'profiling']
    const both = await Promise.all([phasesOf('d1'), phasesOf('d2')])
    expect(both.sort((a, b) => a.length - b.length)).toEqual([reading, ['waiting', ...reading]])
    expect(await phasesOf('d3')).toEqual(reading)
  })

  test('a file in the place of the folder is named, not replaced', async () => {
    const place = join(folder, 'not-a-folder')
    writeFileSync(place, 'mine')
    await expect(openFileStore(place)).rejects.toMatchObject({
      code: 'data-folder-unusable',
      detail: `${place} is a file, not a folder.`,
    })
    expect(await readFile(place, 'utf8')).toBe('mine')
  })

  test('gives names that are taken a number', async () => {
    await upload('d1', 'orders.csv', 'a\n1\n')
    const second = await upload('d2', 'Orders.csv', 'a\n1\n')
    const third = await upload('d3', 'orders.csv', 'a\n1\n')
    expect([second.name, second.tableName]).toEqual(['Orders', 'orders_2'])
    expect([third.name, third.tableName]).toEqual(['orders (2)', 'orders_3'])
  })

  test.each(['/', '   ', 'C:\\'])('a file whose name says nothing (%j) is still read', async (fileName) => {
    expect(await upload('d1', fileName, 'a\n1\n')).toMatchObject({ fileName: 'data', name: 'data' })
  })

  test('goes by the content where the name is wrong', async () => {
    expect(await upload('d1', 'rows.txt', '{"a":1}\n{"a":2}\n')).toMatchObject({ format: 'json', rowCount: 2 })
    expect(await upload('d4', 'rows.txt', 'a;b\n1;2\n')).toMatchObject({ format: 'csv', rowCount: 1 })
    expect((await upload('d2', 'rows', '[{"a":1}]')).format).toBe('json')
    const parquet = await readFile(
      files.dataPath(datasetIdSchema.parse('d2'), (await listed()).find(({ id }) => id === 'd2')?.versionId ?? ''),
    )
    expect((await upload('d3', 'rows.csv', Readable.from([parquet]))).format).toBe('parquet')
  })

  test('a sheet of a workbook becomes a dataset that is called after both', async () => {
    const rows = [['a'], [1]].map(rowXml).join('')
    const book = workbookOf({
      sheets: [
        { name: 'North', rows },
        { name: 'South', rows },
      ],
    })
    await expect(upload('d1', 'Sales.v2.xlsx', Readable.from([book]))).rejects.toMatchObject({
      code: 'upload-table',
      choices: ['North', 'South'],
    })
    expect(await upload('d1', 'Sales.v2.xlsx', Readable.from([book]), undefined, 'South')).toMatchObject({
      format: 'xlsx',
      name: 'Sales.v2 South',
      tableName: 'sales_v2_south',
      rowCount: 1,
    })
  })

  test('a file that is compressed with gzip is read as what is in it, and called so', async () => {
    const csv = gzipSync('a,b\n1,x\n')
    expect(await upload('d1', 'sales.csv.gz', Readable.from([csv]))).toMatchObject({
      format: 'csv',
      name: 'sales',
      tableName: 'sales',
      fileName: 'sales.csv.gz',
      sizeBytes: csv.byteLength,
      rowCount: 1,
    })
    expect((await upload('d2', 'rows.json.GZ', Readable.from([gzipSync('[{"a":1}]')]))).format).toBe('json')
    await expect(upload('d3', 'half.csv.gz', Readable.from([csv.subarray(0, -9)]))).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'It is compressed with gzip and damaged or cut off.',
    })
    datasets = serviceWith({ maxUploadBytes: 1024 * 1024 })
    const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024))
    await expect(upload('d4', 'bomb.csv.gz', Readable.from([bomb]))).rejects.toMatchObject({
      code: 'upload-too-large',
      detail: 'Unpacked it has more than 1 MB.',
    })
    expect((await listed()).map(({ id }) => id).sort()).toEqual(['d1', 'd2'])
  })

  const archive = (contents: Readonly<Record<string, string | Uint8Array>>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(contents).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    )
  const uploadArchive = (id: string, content: Uint8Array, table?: string) =>
    upload(id, 'export.zip', Readable.from([content]), undefined, table)

  test('a ZIP archive of one table is read as that, and called so', async () => {
    const content = archive({ 'out/sales.csv': 'a,b\n1,x\n', 'readme.md': 'x', '__MACOSX/out/._sales.csv': 'x' })
    expect(await uploadArchive('d1', content)).toMatchObject({
      format: 'csv',
      name: 'sales',
      tableName: 'sales',
      fileName: 'export.zip',
      sizeBytes: content.byteLength,
      rowCount: 1,
    })
    const rows = [['a'], [1]].map(rowXml).join('')
    const book = workbookOf({ sheets: [{ name: 'North', rows }] })
    expect(await uploadArchive('d2', archive({ 'book.xlsx': book }))).toMatchObject({ format: 'xlsx', name: 'book' })
    expect((await uploadArchive('d3', archive({ 'rows.json': '[{"a":1}]' }))).format).toBe('json')
  })

  test('of the files of a ZIP archive, and of their sheets, one is chosen', async () => {
    const rows = [['a'], [1]].map(rowXml).join('')
    const sheets = ['North', 'South'].map((name) => ({ name, rows }))
    await expect(uploadArchive('d1', archive({ '../../a.csv': 'a\n1\n' }))).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'Its ZIP archive is damaged, or has names that lead out of it.',
    })
    const good = archive({
      'x/one.csv': encodeAs('windows-1251', 'имя\nИван\n'),
      'two.tsv': 'b\n2\n',
      'book.xlsx': workbookOf({ sheets }),
    })
    await expect(uploadArchive('d1', good)).rejects.toMatchObject({
      code: 'upload-table',
      choices: ['x/one.csv', 'two.tsv', 'book.xlsx'],
    })
    await expect(uploadArchive('d1', good, 'three.csv')).rejects.toMatchObject({ code: 'upload-table' })
    await expect(uploadArchive('d1', good, 'book.xlsx')).rejects.toMatchObject({
      code: 'upload-table',
      choices: ['book.xlsx › North', 'book.xlsx › South'],
    })
    expect(await uploadArchive('d1', good, 'book.xlsx › South')).toMatchObject({ name: 'book South', format: 'xlsx' })
    const one = await uploadArchive('d2', good, 'x/one.csv')
    expect(one).toMatchObject({ name: 'one', table: 'x/one.csv', columns: [{ name: 'имя' }] })
    // Closing the dialog does not wait for the rest of a large archive.
    await expect(datasets.encodings(localOwner, one.id, AbortSignal.abort())).rejects.toMatchObject({
      code: 'upload-cancelled',
    })
    const { previews, versionId } = await datasets.encodings(localOwner, one.id, new AbortController().signal)
    expect(previews[0]?.lines).toEqual(['имя', 'Иван'])
    const choice = { versionId, encoding: 'koi8-u' } as const
    expect(await datasets.chooseEncoding(localOwner, one.id, choice, new AbortController().signal)).toMatchObject({
      kind: 'differs',
      differences: { added: [{ name: 'ХЛЪ' }] },
    })
  })

  test('a ZIP archive that is empty of tables, locked, too large unpacked, or lies of its size is refused with words', async () => {
    await expect(uploadArchive('d1', archive({ 'a.pdf': 'x', 'b.docx': 'x' }))).rejects.toMatchObject({
      code: 'upload-type',
      detail: 'It is a ZIP archive in which there is none of these: it has a.pdf and b.docx.',
    })
    const locked = Buffer.from(archive({ 'a.csv': 'a\n1\n' }))
    const directory = locked.indexOf('PK\u0001\u0002')
    locked.writeUInt16LE(1, directory + 8)
    await expect(uploadArchive('d1', locked)).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'a.csv is protected by a password.',
    })
    datasets = serviceWith({ maxUploadBytes: 1024 * 1024 })
    const bomb = Buffer.from(archive({ 'a.csv': Buffer.alloc(2 * 1024 * 1024) }))
    const tooLarge = { code: 'upload-too-large', detail: 'Unpacked it has more than 1 MB.' }
    await expect(uploadArchive('d1', bomb)).rejects.toMatchObject(tooLarge)
    bomb.writeUInt32LE(4, bomb.indexOf('PK\u0001\u0002') + 24)
    await expect(uploadArchive('d1', bomb)).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'It is a ZIP archive and damaged or cut off.',
    })
    const many = archive(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.csv`, 'a\n'])))
    await expect(uploadArchive('d1', many)).rejects.toMatchObject({
      code: 'upload-type',
      detail: 'It is a ZIP archive of 201 such files.',
    })
    expect(await listed()).toEqual([])
    expect(await filesLeft()).toEqual([])
  })

  test.each([
    ['table.dat', 'a,b\n1,2\n', 'csv'],
    ['table.psv', 'a|b\n1|2\n', 'csv'],
    ['export.xls', 'a\tb\n1\t2\n', 'csv'],
    ['rows.txt', '\ufeff[{"a":1,"b":2}]', 'json'],
  ])('%s is read by what is in it', async (fileName, content, format) => {
    const { columns, ...dataset } = await upload('d1', fileName, content)
    expect([dataset.format, columns.map(({ name }) => name)]).toEqual([format, ['a', 'b']])
  })

  const zip = (name: string, content: string) => zipSync({ [name]: strToU8(content) }, { level: 0 })
  const openDocument = zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')
  test.each([
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save it as XLSX without a password.'],
    ['a.ods', openDocument, 'Save it as XLSX or CSV.'],
    ['renamed.xlsx', openDocument, 'Save it as XLSX or CSV.'],
    ['a.numbers', zip('Index/Document.iwa', ''), /^Export it from Numbers/],
    ['a.xlsb', zip('[Content_Types].xml', ''), 'Save it as XLSX or CSV.'],
    ['sales.csv', Buffer.from('\ufeff<!DOCTYPE html>\n<html>'), /^A page to sign in may have come/],
    ['report.xls', Buffer.from('<?xml version="1.0"?>'), /save it as XLSX\.$/],
    ['all.tgz', gzipSync('x'.repeat(600)), undefined],
  ])('%s is refused with what to do', async (fileName, content, hint) => {
    const error = await upload('d1', fileName, Readable.from([content])).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'upload-type' })
    if (hint !== undefined) expect(error).toMatchObject({ hint: expect.stringMatching(hint) as unknown })
  })

  test('text of fixed width is refused with what to do, not with a row to correct', async () => {
    const text = 'Name         Age  City\nDoe, Ann      31  Berlin\nRoe, Bob      42  Paris\nCleo           9  Rome\n'
    await expect(upload('d1', 'people.txt', text)).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'Its columns are set apart by spaces.',
      hint: 'Open it in a spreadsheet as text of fixed width, and save it as XLSX or CSV.',
    })
  })

  test.each([
    ['an unknown kind', 'movie.mp4', 'xx', 'upload-type'],
    ['half a workbook', 'book.xlsx', 'PK\u0003\u0004rest', 'upload-unreadable'],
    ['half an archive called .csv', 'book.csv', 'PK\u0003\u0004rest', 'upload-unreadable'],
    ['no bytes', 'empty.csv', '', 'upload-empty'],
    ['a ragged row', 'ragged.csv', 'a,b\n1\n', 'upload-unreadable'],
  ] as const)('%s is refused and leaves nothing', async (_, fileName, content, code) => {
    await expect(upload('d1', fileName, content === '' ? Readable.from([]) : content)).rejects.toMatchObject({
      code,
      message: catalogue[code].message,
    })
    expect(await listed()).toEqual([])
    expect(await filesLeft()).toEqual([])
  })

  test('rows that do not fit pause it, and are kept apart until a newer file has none', async () => {
    const csv = `n,name\n${Array.from({ length: 40 }, (_, index) => `${index},x`).join('\n')}\nlost\nn.b.,y\n`
    await expect(upload('d1', 'sales.csv', csv)).rejects.toMatchObject({
      code: 'upload-bad-rows',
      detail:
        '2 of 42 rows. Row 42 has 1 value, the header has 2. Row 43 has “n.b.” in n, where the others have numbers.',
      choices: ['leave-out', 'as-text'],
    })
    expect(await listed()).toEqual([])
    expect(await filesLeft()).toEqual([])

    const signal = new AbortController().signal
    const id = datasetIdSchema.parse('d1')
    const send = () => ({ fileName: 'sales.csv', content: Readable.from([Buffer.from(csv)]) })
    await datasets.importFile(localOwner, { ...send(), id, badRows: 'leave-out' }, signal)
    expect((await listed())[0]).toMatchObject({ rowCount: 40, leftOutCount: 2, columns: [{ type: 'integer' }, {}] })
    const { fileName, content } = await datasets.leftOut(localOwner, id)
    expect([fileName, await new Response(content).text()]).toEqual([
      'sales left out.csv',
      'row,line,reason,text\n42,42,"has 1 value, the header has 2",lost\n43,43,"has “n.b.” in n, where the others have numbers","n.b.,y"\n',
    ])
    await expect(datasets.leftOut({ ...localOwner, role: 'viewer' }, id)).rejects.toMatchObject({ code: 'forbidden' })

    expect(await datasets.replaceFile(localOwner, id, send(), signal)).toMatchObject({ kind: 'bad-rows' })
    const asText = await datasets.replaceFile(localOwner, id, { ...send(), badRows: 'as-text' }, signal)
    expect(asText.kind).toBe('differs')
    const whole = { fileName: 'sales.csv', content: Readable.from([Buffer.from('n,name\n1,x\n')]) }
    expect(await datasets.replaceFile(localOwner, id, whole, signal)).toMatchObject({ kind: 'done' })
    expect((await listed())[0]).not.toHaveProperty('leftOutCount')
    await expect(datasets.leftOut(localOwner, id)).rejects.toMatchObject({ code: 'not-found' })

    await datasets.goBack(localOwner, id, (await listed())[0]?.earlier?.versionId ?? '')
    expect((await listed())[0]).toMatchObject({ rowCount: 40, leftOutCount: 2 })
    expect(await new Response((await datasets.leftOut(localOwner, id)).content).text()).toContain('n.b.,y')
  })

  test('more bytes than allowed are refused as they come', async () => {
    datasets = serviceWith({ maxUploadBytes: 1000 })
    let sent = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 100
          yield Buffer.alloc(100, 'x')
        }
      })(),
    )
    await expect(upload('d1', 'big.csv', endless)).rejects.toMatchObject({ code: 'upload-too-large' })
    expect(sent).toBeLessThan(100_000)
    expect(await filesLeft()).toEqual([])
  })

  test('an id in use is refused before the file is read', async () => {
    await upload('d1', 'a.csv', 'a\n1\n')
    let wasRead = false
    const content = new Readable({
      read() {
        wasRead = true
        this.push(null)
      },
    })
    await expect(upload('d1', 'b.csv', content)).rejects.toMatchObject({ code: 'already-exists' })
    expect(wasRead).toBe(false)
    expect((await listed()).map((dataset) => dataset.fileName)).toEqual(['a.csv'])
  })

  test('a viewer may not upload', async () => {
    const viewer = { ...localOwner, role: 'viewer' } as const
    const content = Readable.from([Buffer.from('a\n1\n')])
    await expect(
      datasets.importFile(
        viewer,
        { id: datasetIdSchema.parse('d1'), fileName: 'a.csv', content },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cancelling while it is read ends the process and leaves nothing', async () => {
    const controller = new AbortController()
    const rows = `a,b\n${'1,x\n'.repeat(500_000)}`
    const result = datasets.importFile(
      localOwner,
      {
        id: datasetIdSchema.parse('d1'),
        fileName: 'big.csv',
        content: Readable.from([Buffer.from(rows)]),
        onPhase: () => controller.abort(),
      },
      controller.signal,
    )
    await expect(result).rejects.toMatchObject({ code: 'upload-cancelled' })
    expect(await listed()).toEqual([])
    expect(await filesLeft()).toEqual([])
    expect((await upload('d1', 'again.csv', 'a\n1\n')).rowCount).toBe(1)
  })

  test('a sender that goes away half-way leaves nothing', async () => {
    const content = new Readable({ read: () => undefined })
    content.push('a,b\n1,2\n')
    setTimeout(() => content.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' })), 20)
    await expect(upload('d1', 'a.csv', content)).rejects.toMatchObject({ code: 'upload-cancelled' })
    expect(await filesLeft()).toEqual([])
  })

  test('a sender that is gone before anybody reads is told, and does not end the server', async () => {
    const content = new Readable({ read: () => undefined })
    const outcome = upload('d1', 'a.csv', content)
    content.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
    await expect(outcome).rejects.toMatchObject({ code: 'upload-cancelled' })
    expect(await filesLeft()).toEqual([])
  })

  describe('replacing its rows by a newer file', () => {
    const replace = (content: string, accept?: string) =>
      datasets.replaceFile(
        localOwner,
        datasetIdSchema.parse('d1'),
        { fileName: 'newer.csv', content: Readable.from([Buffer.from(content)]), accept },
        new AbortController().signal,
      )
    /** Replaces the file by one whose header has arrived but not its rows. */
    const replaceSlowly = () => {
      const slow = new PassThrough()
      slow.write('city,visits\n')
      const upload = { fileName: 'mine.csv', content: slow }
      const signal = new AbortController().signal
      return { slow, outcome: datasets.replaceFile(localOwner, datasetIdSchema.parse('d1'), upload, signal) }
    }
    const only = async () => (await listed())[0]
    const goBack = async (versionId?: string) =>
      datasets.goBack(localOwner, datasetIdSchema.parse('d1'), versionId ?? (await only())?.earlier?.versionId ?? '')
    const acceptOf = async (header: string) => {
      const outcome = await replace(`${header}\nBonn,1,2026-01-01\n`)
      return outcome.kind === 'differs' ? outcome.accept : ''
    }
    const isThere = async (dataset: Dataset | undefined) =>
      (await files.listVersions()).some(({ versionId }) => versionId === dataset?.versionId)
    beforeEach(async () => {
      await upload('d1', 'visits.csv', 'city,visits\nBonn,1\n')
    })

    test('keeps its name and its table when the columns are the same', async () => {
      const { versionId } = (await only()) ?? {}
      expect(await replace('visits,city\n2,Ulm\n3,Bonn\n')).toMatchObject({ kind: 'done' })
      expect(await only()).toMatchObject({
        id: 'd1',
        name: 'visits',
        tableName: 'visits',
        fileName: 'newer.csv',
        rowCount: 2,
      })
      expect((await only())?.versionId).not.toBe(versionId)
    })

    test('changes nothing when they differ, says how, and takes them once they are accepted', async () => {
      const before = await only()
      const outcome = await replace('city,visits,day\nBonn,many,2026-01-01\n')
      expect(outcome).toMatchObject({
        kind: 'differs',
        differences: {
          added: [{ name: 'day', type: 'date' }],
          removed: [],
          retyped: [{ name: 'visits', before: 'integer', after: 'text' }],
        },
      })
      expect(await only()).toEqual(before)
      const accept = outcome.kind === 'differs' ? outcome.accept : ''
      expect(await replace('city,visits,other\nBonn,many,1\n', accept)).toMatchObject({ kind: 'differs' })
      expect(await replace('city,visits,day\nUlm,few,2026-01-02\n', accept)).toMatchObject({ kind: 'done' })
      expect((await only())?.columns.map(({ name }) => name)).toEqual(['city', 'visits', 'day'])
    })

    test('keeps the earlier file, which can be gone back to, and back again', async () => {
      const first = await only()
      const stampOf = async () => {
        const sql = { kind: 'sql', connectionId: localConnectionId, sql: 'select * from visits' } as const
        return dataStampOf((await sync.readView(localOwner)).view, sql)
      }
      const firstStamp = await stampOf()
      now = 50
      await replace('city,visits,day\nUlm,2,2026-01-02\nBonn,3,2026-01-03\n', await acceptOf('city,visits,day'))
      const second = await only()
      expect(second).toMatchObject({
        fileName: 'newer.csv',
        replacedAt: 50,
        createdAt: 42,
        earlier: { fileName: 'visits.csv', rowCount: 1, usedUntil: 50, versionId: first?.versionId },
      })
      expect(await stampOf()).not.toBe(firstStamp)

      now = 60
      const back = await goBack()
      expect(await only()).toEqual(back)
      const { replacedAt, earlier, updatedAt, ...same } = back
      expect({ ...same, updatedAt: first?.updatedAt }).toEqual(first)
      expect([replacedAt, updatedAt]).toEqual([60, 60])
      expect(earlier).toMatchObject({ fileName: 'newer.csv', rowCount: 2, usedUntil: 60, columns: second?.columns })
      // Answers are cached under the stamp, so those from before the replacement are valid again.
      expect(await stampOf()).toBe(firstStamp)

      now = 70
      expect(await goBack()).toMatchObject({
        fileName: 'newer.csv',
        columns: second?.columns,
        earlier: { rowCount: 1 },
      })
    })

    test('keeps one earlier file over a restart, and deletes the one before it, not at once', async () => {
      datasets = serviceWith({ retire: cleaner({ retireAfterMs: 300 }).retire })
      const first = await only()
      await replace('city,visits\nUlm,2\n')
      const second = await only()
      await cleaner().removeUnnamed()
      expect(await isThere(first)).toBe(true)
      await replace('city,visits\nOslo,3\n')
      expect(await isThere(first)).toBe(true)
      await expect.poll(() => isThere(first), { timeout: 10_000 }).toBe(false)
      expect(await isThere(second)).toBe(true)
      expect(await goBack()).toMatchObject({ versionId: second?.versionId })
    })

    test('keeps the earlier file for 30 days', async () => {
      const first = await only()
      await replace('city,visits\nUlm,2\n')
      const { earlier, ...rest } = (await only()) ?? {}
      const pokes: unknown[] = []
      const forgetAt = (at: number) =>
        forgetEarlierFiles({
          store,
          pokes: { publish: (poke) => pokes.push(poke) },
          log: recordingLog(),
          clock: () => at,
        })
      const dayMs = 24 * 3600_000
      await forgetAt(42 + 30 * dayMs - 1)
      expect(await only()).toEqual({ ...rest, earlier })
      expect(pokes).toEqual([])
      await forgetAt(42 + 30 * dayMs)
      expect(await only()).toEqual(rest)
      expect(pokes).toHaveLength(1)
      await expect(goBack(first?.versionId)).rejects.toMatchObject({
        code: 'not-found',
        detail: 'The earlier file is not kept any more.',
      })
      await cleaner({ retireAfterMs: 10 }).retireUnnamed()
      await expect.poll(() => isThere(first), { timeout: 10_000 }).toBe(false)
    })

    test('cannot be taken back where there is no earlier file, it is another by now, or its rows are gone', async () => {
      const first = await only()
      await expect(goBack(first?.versionId)).rejects.toMatchObject({ code: 'not-found' })
      await replace('city,visits\nUlm,2\n')
      const viewer = { ...localOwner, role: 'viewer' } as const
      const id = datasetIdSchema.parse('d1')
      await expect(datasets.goBack(viewer, id, first?.versionId ?? '')).rejects.toMatchObject({ code: 'forbidden' })
      await goBack()
      await expect(goBack(first?.versionId)).rejects.toMatchObject({
        code: 'changed-since',
        detail: 'Somebody else has replaced the data in the meantime.',
      })
      const before = await only()
      await files.removeVersion(id, before?.earlier?.versionId ?? '')
      await expect(goBack()).rejects.toMatchObject({ code: 'not-found' })
      expect(await only()).toEqual(before)
      await sync.mutate(localOwner, 'updateDataset', { id: 'd1', deletedAt: 1 })
      await expect(goBack(before?.earlier?.versionId)).rejects.toMatchObject({ code: 'not-found' })
    })

    test('leaves an earlier file that can be deleted, for good', async () => {
      datasets = serviceWith({ retire: cleaner({ retireAfterMs: 100 }).retire })
      const first = await only()
      await replace('city,visits\nUlm,2\n')
      const { earlier, ...rest } = (await only()) ?? {}
      const id = datasetIdSchema.parse('d1')
      const viewer = { ...localOwner, role: 'viewer' } as const
      await expect(datasets.deleteEarlier(viewer, id, earlier?.versionId ?? '')).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(datasets.deleteEarlier(localOwner, id, 'another')).rejects.toMatchObject({ code: 'changed-since' })
      expect(await datasets.deleteEarlier(localOwner, id, earlier?.versionId ?? '')).toEqual(rest)
      expect(await only()).toEqual(rest)
      await expect(goBack(first?.versionId)).rejects.toMatchObject({ code: 'not-found' })
      await expect.poll(() => isThere(first), { timeout: 10_000 }).toBe(false)
    })

    test('is refused when somebody else goes back meanwhile', async () => {
      await replace('city,visits\nUlm,2\n')
      const { slow, outcome } = replaceSlowly()
      await goBack()
      slow.end('Kiel,2\n')
      await expect(outcome).rejects.toMatchObject({ code: 'changed-since' })
      expect(await only()).toMatchObject({ fileName: 'visits.csv', earlier: { fileName: 'newer.csv' } })
      expect(await files.listVersions()).toHaveLength(2)
    })

    test('leaves the earlier file while a dataset of another workspace names it', async () => {
      const other = { ...localOwner, orgId: 'other' }
      const sample = await only()
      await sync.transact(other, (tx) => tx.set('dataset/d1', { ...sample }))
      const { retire } = cleaner({ readers: async () => [localOwner, other], retireAfterMs: 100 })
      datasets = serviceWith({ retire })
      await replace('city,visits\nUlm,2\n')
      const own = await only()
      await replace('city,visits\nUlm,3\n')
      await replace('city,visits\nUlm,4\n')
      await expect.poll(() => isThere(own), { timeout: 10_000 }).toBe(false)
      expect(await isThere(sample)).toBe(true)
    })

    test('is refused when somebody else has done so meanwhile, and leaves nothing', async () => {
      const { slow, outcome } = replaceSlowly()
      await replace('city,visits\nOslo,9\n')
      slow.end('Ulm,2\n')
      await expect(outcome).rejects.toMatchObject({ code: 'changed-since' })
      expect(await only()).toMatchObject({ fileName: 'newer.csv' })
      expect((await filesLeft()).filter((name) => name.endsWith('data.parquet'))).toHaveLength(2)
    })

    test('of one in the trash is refused', async () => {
      await sync.mutate(localOwner, 'updateDataset', { id: 'd1', deletedAt: 1 })
      await expect(replace('city,visits\n')).rejects.toMatchObject({ code: 'not-found' })
    })
  })

  test('a process that dies while it reads is told, and leaves nothing', async () => {
    datasets = serviceWith({
      openProcess: (options) => {
        const port = forkPort<never, never>(options)
        setTimeout(() => port.kill(), 30)
        return port
      },
    })
    await expect(upload('d1', 'a.csv', `a,b\n${'1,x\n'.repeat(2_000_000)}`)).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'The process that read it ended.',
    })
    expect(await listed()).toEqual([])
    expect(await filesLeft()).toEqual([])
  })

  test('an entry that cannot be written takes its files with it', async () => {
    datasets = serviceWith({
      sync: { readView: sync.readView, transact: () => Promise.reject(new Error('disk full')) },
    })
    await expect(upload('d1', 'a.csv', 'a\n1\n')).rejects.toThrow('disk full')
    expect(await filesLeft()).toEqual(['d1'])
  })

  test('a start after a crash clears drafts and files without an entry, and keeps the others', async () => {
    const kept = await upload('d1', 'a.csv', 'a\n1\n')
    const draft = await files.createDraft()
    await writeFile(draft.path('source.csv'), 'half')
    await mkdir(join(folder, 'datasets', 'd2', 'v1'), { recursive: true })
    await writeFile(join(folder, 'datasets', 'd2', 'v1', 'data.parquet'), 'orphan')
    const reopened = await openFileStore(join(folder, 'datasets'))
    await cleaner({ files: reopened }).removeUnnamed()
    await access(reopened.dataPath(kept.id, kept.versionId))
    expect(await readdir(join(folder, 'datasets', '.drafts'))).toEqual([])
    expect(await readdir(join(folder, 'datasets', 'd2'))).toEqual([])
  })

  test('files without an entry are deleted by a server that shares them, not while their entry is being written', async () => {
    const other = await upload('d3', 'a.csv', 'a\n1\n')
    await mkdir(join(folder, 'datasets', 'd1', 'v1'), { recursive: true })
    await mkdir(join(folder, 'datasets', 'd2', 'v1'), { recursive: true })
    await cleaner({ retireAfterMs: 300 }).retireUnnamed()
    const entry = { ...other, id: datasetIdSchema.parse('d2'), versionId: 'v1' }
    await sync.transact(localOwner, (tx) => tx.set('dataset/d2', entry))
    await expect.poll(() => readdir(join(folder, 'datasets', 'd1')), { timeout: 10_000 }).toEqual([])
    expect(await readdir(join(folder, 'datasets', 'd2'))).toEqual(['v1'])
  })

  test('a file that somebody else left among the datasets does not stop the start', async () => {
    const kept = await upload('d1', 'a.csv', 'a\n1\n')
    const stray = join(folder, 'datasets', '.DS_Store')
    await writeFile(stray, 'left by a file manager')
    await cleaner().removeUnnamed()
    expect(await readdir(join(folder, 'datasets'))).toContain('.DS_Store')
    expect((await stat(files.dataPath(kept.id, kept.versionId))).size).toBeGreaterThan(0)
  })

  test('the files of a deleted dataset stay, so that it can be restored', async () => {
    const dataset = await upload('d1', 'a.csv', 'a\n1\n')
    await sync.mutate(localOwner, 'updateDataset', { id: 'd1', deletedAt: 1 })
    await cleaner().removeUnnamed()
    expect((await stat(files.dataPath(dataset.id, dataset.versionId))).size).toBeGreaterThan(0)
  })
})
