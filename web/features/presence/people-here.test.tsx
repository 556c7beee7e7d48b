import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PeopleAvatars } from './people-here'

const people = ['Ann Lee', 'Bo', 'Cy', 'Di', 'Ed', 'Flo Fox']
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')

test('nobody else takes no room', () => {
  expect(renderToStaticMarkup(<PeopleAvatars names={[]} />)).toBe('')
})

test('four people are shown one by one, each with initials for the eye and a name for the ear', () => {
  const html = renderToStaticMarkup(<PeopleAvatars names={people.slice(0, 4)} />)
  expect(textOf(html)).toBe('|AL|Ann Lee|B|Bo|C|Cy|D|Di|')
  expect(html).toContain('aria-label="Also looking at this dashboard"')
  expect(html).toContain('data-tooltip="Ann Lee is looking at this too"')
})

test('of six the last two are a number, whose names are told all the same', () => {
  const html = renderToStaticMarkup(<PeopleAvatars names={people} />)
  expect(textOf(html)).toBe('|AL|Ann Lee|B|Bo|C|Cy|D|Di|+2|and Ed, Flo Fox|')
  expect(html).toContain('data-tooltip="Ed, Flo Fox"')
})
