import { expect, test } from 'vitest'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import { personalViewSchema } from '@tidemark/shared/saved-views/personal-view'
import { savedViewSchema } from '@tidemark/shared/saved-views/saved-view'
import { addressToShare, addressOfView, isChanged, viewInAddress, withValuesOfView } from './view-address'

const region = filterIdSchema.parse('r')
const dashboardId = dashboardIdSchema.parse('d')
const stamps = { createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' }
const viewOf = (id: string, values: object, changes: object = {}) =>
  savedViewSchema.parse({
    ...{ id, dashboardId, name: id, values, parameters: {}, isDefault: false, order: 'a0', ...stamps },
    ...changes,
  })
const north = viewOf('north', { [region]: { kind: 'values', values: ['North', null] } }, { parameters: { n: '12.50' } })
const all = viewOf('all', { [region]: null })
const first = { ...all, id: viewOf('first', {}).id, isDefault: true }
const mine = personalViewSchema.parse({ ...viewOf('mine', north.values, { isDefault: true }), userId: 'ann' })
const q = (text: string) => new URLSearchParams(text)

test.each([
  ['', [north], '', null, false],
  ['', [north, first], '', 'first', false],
  ['view=', [north, first], '', null, false],
  ['view=north', [north, first], '', 'north', false],
  ['view=gone', [north, first], '', null, true],
  ['', [mine, first], '', 'mine', false],
  ['view=first', [mine, first], '', 'first', false],
])('the view of “%s”', (address, views, _, id, isMissing) => {
  expect(viewInAddress(q(address), views)).toEqual({ shown: views.find((one) => one.id === id) ?? null, isMissing })
})

test.each([
  ['the values of the view count', 'view=north', 'view=north&f.r=North&f.r=%5CN&p.n=12.50'],
  ['what was chosen goes before them', 'view=north&f.r=South&p.n=', 'view=north&f.r=South&p.n='],
  ['a value of the view may be everything', 'view=all', 'view=all&f.r='],
  ['the default view counts without a name', 'tab=t', 'tab=t&f.r='],
  ['none counts where none is asked for', 'view=', 'view='],
])('%s', (_, address, whole) => {
  expect(withValuesOfView(q(address), [north, all, first]).toString()).toBe(whole)
})

test.each([
  ['another view keeps the tab and drops the values', 'tab=t&view=all&f.r=x&p.n=1', north, 'tab=t&view=north'],
  ['the default view needs no name', 'view=north', first, ''],
  ['none has to be named where there is a default', 'f.r=x&refresh=60', null, 'refresh=60&view='],
])('%s', (_, address, view, next) => {
  expect(addressOfView(q(address), view, [north, all, first]).toString()).toBe(next)
})

test('no view has no name where there is no default', () => {
  expect(addressOfView(q('view=north'), null, [north]).toString()).toBe('')
})

test('values are a change of the view; a tab and the time of a refresh are none', () => {
  expect(['view=north&tab=t&refresh=60', 'f.r=', 'p.n=1'].map((text) => isChanged(q(text)))).toEqual([
    false,
    true,
    true,
  ])
})

test.each([
  ['a view is named', 'view=north', [north], 'view=north'],
  ['the default view is named too, as others may have their own', 'tab=t', [first, north], 'tab=t&view=first'],
  ['only values that differ stand beside it', 'view=north&f.r=South&p.n=12.50', [north], 'f.r=South&view=north'],
  ['several values are compared as one', 'f.r=North&f.r=%5CN&view=north', [north], 'view=north'],
  ['fewer values differ', 'f.r=North&view=north', [north], 'f.r=North&view=north'],
  ['the values of a personal view are written out', 'view=mine', [mine], 'f.r=North&f.r=%5CN&view='],
  ['values alone show no view of the reader', 'f.r=South', [north], 'f.r=South&view='],
  ['no view stays none', 'tab=t&view=', [first], 'tab=t&view='],
  ['an address without choices stays', 'tab=t', [north], 'tab=t'],
])('in a link %s', (_, address, views, link) => {
  expect(addressToShare(q(address), views).toString()).toBe(link)
})
