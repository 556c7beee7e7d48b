import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyone } from '@tidemark/shared/access/actor'
import { dashboardSchema } from '@tidemark/shared/dashboards/dashboard'
import { dashboardToFile } from '@tidemark/shared/dashboards/dashboard-file'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { imageIdSchema } from '@tidemark/shared/images/image'
import { expect, test } from 'vitest'
import { imageTileOf } from '@testkit/entries/image-tile-fixture'
import { openOperationsBed } from '@testkit/store/operations-fixtures'
import { importStore } from './import-store'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const pixels = Buffer.from('pixels')
const id = imageIdSchema.parse(createHash('sha256').update(pixels).digest('hex'))
const dashboard = dashboardSchema.parse({
  ...made,
  id: 'd',
  folderId: null,
  name: 'D',
  description: '',
  order: 'a0',
  deletedAt: null,
})
const view = new EntryMap([
  ['dashboard/d', dashboard],
  ['tab/d/t', { ...made, id: 't', dashboardId: 'd', name: 'T', order: 'a0' }],
  ['tile/d/x', imageTileOf(id)],
])

test('the file of a dashboard is an export that a store without content imports, with its pictures', async () => {
  const bed = await openOperationsBed('sqlite')
  try {
    const path = join(bed.folder, 'd.tidemark.ndjson')
    const write = (content: string) =>
      writeFileSync(path, dashboardToFile(view, dashboard, 'acme', [{ id, sizeBytes: pixels.length, content }]))
    const read = () =>
      bed.withDatabase((database) =>
        importStore({ database, path, dataDir: bed.folder, mode: 'local', into: null, isReplacing: false, now: 1 }),
      )
    write(Buffer.from('others').toString('base64'))
    await expect(read()).rejects.toMatchObject({ code: 'import-invalid' })
    write(pixels.toString('base64'))
    expect(await read()).toMatchObject({ counts: { entry: 3 }, fileCount: 1, missingImages: [] })
    expect(readFileSync(join(bed.folder, 'images', 'local', id), 'utf8')).toBe('pixels')
    const keys = await bed.withStore((store) =>
      store.read('local', async (tx) => (await tx.scanEntries('', [everyone])).map(({ key }) => key)),
    )
    expect(keys).toEqual(['dashboard/d', 'tab/d/t', 'tile/d/x'])
  } finally {
    await bed.dispose()
  }
})
