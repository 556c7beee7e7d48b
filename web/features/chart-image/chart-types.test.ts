import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds } from '@tidemark/shared/charts/chart-visual'

const root = new URL('../../../', import.meta.url)
const folder = new URL('shared/src/charts/types/', root)
/** Types that share the folder of another. */
const guests: Readonly<Record<string, string>> = {
  line: 'cartesian',
  area: 'cartesian',
  bar: 'cartesian',
  row: 'cartesian',
  combo: 'cartesian',
  progress: 'gauge',
}
const folders = [...new Set(chartTypeIds.map((type) => guests[type] ?? type))]

it('every folder of types is listed', () => {
  expect(readdirSync(folder).toSorted()).toEqual(folders.toSorted())
})

it.each(folders)('%s has its definition, what plots it, and its gallery', (name) => {
  const files = readdirSync(new URL(`${name}/`, folder))
  const plot = name === 'cartesian' ? 'panels' : name
  const definition = name === 'cartesian' ? 'cartesian-types' : name
  expect(files).toEqual(expect.arrayContaining([`${definition}.ts`, `${plot}-plot.ts`, `${name}-gallery.ts`]))
})

it('a type is added with six files: nothing but its folder and the two lists names it', () => {
  const files = ['shared/src', 'web/features', 'web/server', 'web/ui'].flatMap((part) =>
    readdirSync(new URL(`${part}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => `${part}/${name}`),
  )
  const naming = files.filter((file) => /sankey/i.test(readFileSync(new URL(file, root), 'utf8')))
  const charts = 'shared/src/charts'
  expect(naming.toSorted()).toEqual([
    `${charts}/chart-type-list.ts`,
    `${charts}/chart-types.ts`,
    ...['sankey-gallery.ts', 'sankey-plot.ts', 'sankey.ts'].map((name) => `${charts}/types/sankey/${name}`),
  ])
})

it.each(chartTypeIds)('%s is drawn in the gallery', async (type) => {
  const gallery = await chartTypes[type].loadGallery()
  expect(gallery.some(({ visual }) => visual.type === type)).toBe(true)
})
