import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetSchema } from '@tidemark/shared/datasets/dataset'
import { encodingPreviewsSchema } from '@tidemark/shared/datasets/encoding-previews'
import { readAsPreviewSchema } from '@tidemark/shared/datasets/read-as-preview'
import { readAgainAnswerSchema } from '@tidemark/shared/datasets/read-again'
import type { UploadLine } from '@tidemark/shared/datasets/upload'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatasetService } from './dataset-service'
import { encodeAs } from '@testkit/datasets/encoding-fixture'
import { openImportProcessFixture, type ImportProcessFixture } from '@testkit/datasets/import-process-fixture'
import { openFileStore } from './files/file-store'
import { createApi } from '../http/create-api'
import { datasetRoutes } from './dataset-routes'
import { silentLog } from '@testkit/engine/engine-fixture'
import { setServices, type Services } from '../services'
import { openSyncTestBed } from '@testkit/sync/sync-test-bed'

let imports: ImportProcessFixture
beforeAll(async () => {
  imports = await openImportProcessFixture()
})
afterAll(() => imports.close())

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-dataset-routes-'))
  const bed = await openSyncTestBed()
  const datasets = createDatasetService({
    sync: bed.sync,
    files: await openFileStore(folder),
    openProcess: imports.openProcess,
    importEntryPath: imports.entryPath,
    clock: () => 42,
    retire: () => undefined,
  })
  // The routes use no other services.
  setServices({ config: { mode: 'local' }, log: silentLog, sync: bed.sync, datasets } as unknown as Services)
  return async () => {
    await bed.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})

const api = createApi(datasetRoutes)
const answer = async (request: Request) => await api.fetch(request, {})
const request = (path: string, content: string, accept = 'application/json') =>
  new Request(`http://127.0.0.1/api/datasets${path}`, { method: 'POST', body: content, headers: { accept } })
const errorOf = async (response: Response) => ((await response.json()) as { error: ErrorBody }).error
const rows = Array.from({ length: 30 }, (_, row) => `Ulm,${row}`).join('\n')
const csv = `city,price\n${rows}\nBonn\nKiel,n.b.\n`

test('rows that do not fit are answered with what to choose from, left out and given back', async () => {
  const refused = await answer(request('?fileName=prices.csv&id=prices', csv))
  expect(refused.status).toBe(422)
  expect(await errorOf(refused)).toMatchObject({
    code: 'upload-bad-rows',
    detail:
      '2 of 32 rows. Row 32 has 1 value, the header has 2. Row 33 has “n.b.” in price, where the others have numbers.',
    hint: 'Correct them, or say badRows=leave-out or badRows=as-text.',
    choices: ['leave-out', 'as-text'],
  })
  const asked = await answer(request('?fileName=prices.csv&id=prices', csv, 'application/x-ndjson'))
  const lines = (await asked.text()).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '') as UploadLine).toMatchObject({
    kind: 'bad-rows',
    badRows: {
      rowCount: 32,
      badCount: 2,
      rows: [
        { row: 32, line: 32, text: 'Bonn' },
        { row: 33, text: 'Kiel,n.b.' },
      ],
    },
  })
  expect(await (await answer(new Request('http://127.0.0.1/api/datasets'))).json()).toEqual({ datasets: [] })

  const kept = await answer(request('?fileName=prices.csv&id=prices&badRows=leave-out', csv))
  expect([kept.status, await kept.json()]).toMatchObject([201, { rowCount: 30, leftOutCount: 2 }])
  const leftOut = await answer(new Request('http://127.0.0.1/api/datasets/prices/left-out'))
  expect(leftOut.headers.get('content-disposition')).toContain('prices left out.csv')
  expect((await leftOut.text()).split('\n')[1]).toBe('32,32,"has 1 value, the header has 2",Bonn')

  const again = await answer(request('/prices/versions?fileName=prices.csv', csv))
  expect((await errorOf(again)).code).toBe('upload-bad-rows')
  const none = await answer(new Request('http://127.0.0.1/api/datasets/other/left-out'))
  expect(none.status).toBe(404)
})

test('a replaced file can be gone back to, once, and back again', async () => {
  await answer(request('?fileName=old.csv&id=stock', 'item\nnails\n'))
  const replaced = datasetSchema.parse(
    await (await answer(request('/stock/versions?fileName=new.csv', 'item\nbolts\nnuts\n'))).json(),
  )
  expect(replaced).toMatchObject({ fileName: 'new.csv', replacedAt: 42, earlier: { fileName: 'old.csv', rowCount: 1 } })
  const goBack = (body: unknown) =>
    answer(
      new Request('http://127.0.0.1/api/datasets/stock/earlier', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
  const versionId = replaced.earlier?.versionId
  const back = await goBack({ versionId })
  expect([back.status, await back.json()]).toMatchObject([
    200,
    { fileName: 'old.csv', rowCount: 1, earlier: { fileName: 'new.csv', rowCount: 2 } },
  ])
  const again = await goBack({ versionId })
  expect([again.status, (await errorOf(again)).code]).toEqual([409, 'changed-since'])
  expect((await goBack({})).status).toBe(400)
  expect((await goBack({ versionId: replaced.versionId })).status).toBe(200)

  const remove = (query: string) =>
    answer(new Request(`http://127.0.0.1/api/datasets/stock/earlier${query}`, { method: 'DELETE' }))
  expect((await remove('')).status).toBe(400)
  const removed = await remove(`?versionId=${versionId}`)
  expect([removed.status, await removed.json()]).toMatchObject([200, { fileName: 'new.csv' }])
  expect((await goBack({ versionId })).status).toBe(404)
})

test('a file is read again in another encoding once its other columns are accepted, and newer ones then too', async () => {
  const bytes = encodeAs('windows-1251', 'имя,сумма\nИван,1\n')
  const send = (path: string, content: Uint8Array<ArrayBuffer>) =>
    new Request(`http://127.0.0.1/api/datasets${path}`, { method: 'POST', body: content })
  await answer(send('?fileName=people.csv&id=people&encoding=windows-1252', bytes))
  const url = 'http://127.0.0.1/api/datasets/people/encodings'
  const asked = await answer(new Request(url))
  const { versionId, previews } = encodingPreviewsSchema.parse(await asked.json())
  expect(previews[0]).toEqual({ encoding: 'windows-1251', lines: ['имя,сумма', 'Иван,1'], unreadableCount: 0 })

  const choose = async (body: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return answer(new Request(url, init))
  }
  const differs = readAgainAnswerSchema.parse(await (await choose({ versionId, encoding: 'windows-1251' })).json())
  if (differs.kind !== 'differs') throw new Error('nobody was asked')
  expect(differs.differences.added.map(({ name }) => name)).toEqual(['имя', 'сумма'])
  const done = await (await choose({ versionId, encoding: 'windows-1251', accept: differs.accept })).json()
  expect(done).toMatchObject({
    kind: 'done',
    dataset: {
      columns: [{ name: 'имя', sample: ['Иван'] }, { name: 'сумма' }],
      encoding: { name: 'windows-1251', isChosen: true },
      notes: [{ message: 'The file was read as Windows-1251 (Cyrillic), as was chosen.' }],
      earlier: { encoding: { name: 'windows-1252', isChosen: true } },
    },
  })
  expect((await errorOf(await choose({ versionId, encoding: 'koi8-u' }))).code).toBe('changed-since')

  const newer = await answer(send('/people/versions?fileName=new.csv', bytes))
  expect(await newer.json()).toMatchObject({ encoding: { name: 'windows-1251', isChosen: true } })
  const other = await answer(send('/people/versions?fileName=new.csv', new TextEncoder().encode('имя,сумма\nИван,2\n')))
  expect(await other.json()).toMatchObject({ encoding: { name: 'utf-8', isChosen: false } })
  const json = await answer(request('/people/versions?fileName=new.json', '[{"имя": "Иван", "сумма": 3}]'))
  expect(await json.json()).not.toHaveProperty('encoding')
})

test('a file is read again with its first row as data, and newer ones then too', async () => {
  const send = (path: string, text: string) =>
    new Request(`http://127.0.0.1/api/datasets${path}`, { method: 'POST', body: text })
  const made = await answer(send('?fileName=doses.csv&id=doses', 'drug,dose\nA,B\n'))
  const { versionId, header } = datasetSchema.parse(await made.json())
  expect(header).toEqual({ isPresent: true, isChosen: false })
  const choose = async (body: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return answer(new Request('http://127.0.0.1/api/datasets/doses/header', init))
  }
  const differs = readAgainAnswerSchema.parse(await (await choose({ versionId, hasHeader: false })).json())
  if (differs.kind !== 'differs') throw new Error('nobody was asked')
  expect(differs.differences.removed.map(({ name }) => name)).toEqual(['drug', 'dose'])
  expect(await (await choose({ versionId, hasHeader: false, accept: differs.accept })).json()).toMatchObject({
    kind: 'done',
    dataset: {
      rowCount: 2,
      columns: [{ name: 'column1' }, { name: 'column2' }],
      header: { isPresent: false, isChosen: true },
      notes: [{ message: 'The first row was read as data, as was chosen; the columns were numbered.' }],
    },
  })
  expect((await errorOf(await choose({ versionId, hasHeader: true }))).code).toBe('changed-since')

  const newer = await answer(send('/doses/versions?fileName=new.csv', 'drug,dose\nA,B\nC,D\n'))
  expect(await newer.json()).toMatchObject({ rowCount: 3, header: { isPresent: false, isChosen: true } })
  const named = await answer(send('/doses/versions?fileName=new.tsv&hasHeader=true', 'column1\tcolumn2\nA\tB\n'))
  expect(await named.json()).toMatchObject({ rowCount: 1, header: { isPresent: true, isChosen: true } })
  const json = await answer(send('/doses/versions?fileName=new.json', '[{"column1": "A", "column2": "B"}]'))
  const { versionId: jsonVersionId, ...rest } = datasetSchema.parse(await json.json())
  expect(rest).not.toHaveProperty('header')
  expect((await choose({ versionId: jsonVersionId, hasHeader: true })).status).toBe(404)
})

test('a column is what a person says once its other type is accepted, in newer files too, until they say otherwise', async () => {
  const send = async (path: string, text: string) =>
    datasetSchema.parse(await (await answer(request(path, text))).json())
  const made = await send('?fileName=ledger.csv&id=ledger', 'k,amt\nrent,(12)\nsales,7\nother,n/a\nopen,soon\n')
  expect(made.columns[1]).toMatchObject({ name: 'amt', type: 'text' })
  const ask = async (path: string, body: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return answer(new Request(`http://127.0.0.1/api/datasets/ledger/read-as${path}`, init))
  }
  const asNumber = { versionId: made.versionId, column: 'amt', as: { kind: 'number', decimal: '.' } }
  const preview = readAsPreviewSchema.parse(await (await ask('/preview', asNumber)).json())
  expect(preview).toMatchObject({
    type: 'integer',
    changedCount: 3,
    markedCount: 1,
    misfitCount: 1,
    misfits: ['soon'],
    values: [
      { text: '(12)', before: '(12)', after: '-12' },
      { text: 'n/a' },
      { text: 'soon', after: null },
      { text: '7' },
    ],
    differences: { added: [], removed: [], retyped: [{ name: 'amt', before: 'text', after: 'integer' }] },
  })
  const differs = readAgainAnswerSchema.parse(await (await ask('', asNumber)).json())
  expect(differs).toMatchObject({ kind: 'differs', accept: preview.accept })
  const done = readAgainAnswerSchema.parse(await (await ask('', { ...asNumber, accept: preview.accept })).json())
  if (done.kind !== 'done') throw new Error('somebody was asked again')
  expect(done.dataset).toMatchObject({
    columns: [{ name: 'k' }, { name: 'amt', type: 'integer', sample: ['-12', '7'] }],
    readAs: [{ column: 'amt', as: asNumber.as }],
    earlier: { columns: [{ name: 'k' }, { name: 'amt', type: 'text' }] },
  })
  expect(done.dataset.earlier).not.toHaveProperty('readAs')

  const newer = await send('/ledger/versions?fileName=june.csv&badRows=as-text', 'k,amt\nrent,(3)\nsales,late\n')
  expect(newer).toMatchObject({ columns: [{}, { type: 'integer', nullCount: 1 }], readAs: done.dataset.readAs })
  const found = { versionId: newer.versionId, column: 'amt', as: null }
  const { accept } = readAsPreviewSchema.parse(await (await ask('/preview', found)).json())
  const back = readAgainAnswerSchema.parse(await (await ask('', { ...found, accept })).json())
  if (back.kind !== 'done') throw new Error('somebody was asked again')
  expect(back.dataset.columns[1]).toMatchObject({ type: 'text', sample: ['(3)', 'late'] })
  expect(back.dataset).not.toHaveProperty('readAs')

  expect((await errorOf(await ask('', found))).code).toBe('changed-since')
  const { versionId } = back.dataset
  expect((await errorOf(await ask('/preview', { ...found, versionId, column: 'amount' }))).code).toBe('not-found')
})

test('an upload says itself what its columns are, and newer files are read so too', async () => {
  const readAs = (columns: unknown) => `&readAs=${encodeURIComponent(JSON.stringify(columns))}`
  const francs = [{ column: 'AMT', as: { kind: 'number', decimal: '.', group: "'" } }]
  const sent = await answer(request(`?fileName=bill.csv&id=bill${readAs(francs)}`, "k,amt\na,1'234.5\nb,n/a\n"))
  expect(sent.status).toBe(201)
  expect(datasetSchema.parse(await sent.json())).toMatchObject({
    columns: [{ name: 'k' }, { name: 'amt', type: 'number', sample: ['1234.5'] }],
    readAs: francs,
  })
  const text = [{ column: 'amt', as: { kind: 'text' } }]
  const newer = await answer(request(`/bill/versions?fileName=bill.csv${readAs(text)}`, "k,amt\na,1'000\n"))
  const { choices } = await errorOf(newer)
  const accepted = `/bill/versions?fileName=bill.csv&accept=${choices?.[0]}${readAs(text)}`
  const replaced = datasetSchema.parse(await (await answer(request(accepted, "k,amt\na,1'000\n"))).json())
  expect(replaced).toMatchObject({ columns: [{}, { type: 'text', sample: ["1'000"] }], readAs: text })

  const other = await answer(
    request(`?fileName=c.csv&id=other${readAs([{ ...text[0], column: 'amount' }])}`, 'k,amt\na,1\n'),
  )
  expect((await errorOf(other)).detail).toBe('It has no column “amount”.')
  for (const wrong of ['&readAs=[', readAs([{ column: 'amt', as: { kind: 'number', decimal: ',', group: ',' } }])])
    expect((await errorOf(await answer(request(`?fileName=d.csv${wrong}`, 'k,amt\na,1\n')))).code).toBe(
      'invalid-request',
    )
})

test('bytes are no text, and a list is no number', async () => {
  const made = await answer(request('?fileName=a.json&id=lists', '[{"a": [1]}]'))
  const { versionId } = datasetSchema.parse(await made.json())
  const body = JSON.stringify({ versionId, column: 'a', as: { kind: 'number', decimal: '.' } })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const refused = await answer(new Request('http://127.0.0.1/api/datasets/lists/read-as', init))
  expect([refused.status, (await errorOf(refused)).detail]).toEqual([400, '“a” cannot be read as number.'])
})

test('what is no text file has no encodings', async () => {
  await answer(request('?fileName=a.json&id=notes', '[{"a": 1}]'))
  const asked = await answer(new Request('http://127.0.0.1/api/datasets/notes/encodings'))
  expect([asked.status, (await errorOf(asked)).detail]).toEqual([
    404,
    'No file of it is kept that can be read in another way.',
  ])
})

test('another word for what to do about them is refused', async () => {
  const refused = await answer(request('?fileName=prices.csv&badRows=ignore', csv))
  expect([refused.status, (await errorOf(refused)).code]).toEqual([400, 'invalid-request'])
})
