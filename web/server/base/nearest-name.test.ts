import { expect, test } from 'vitest'
import { nearestName } from './nearest-name'

test.each([
  ['umsatze', ['Umsatz', 'Umsätze'], 'Umsätze'],
  ['prenom', ['prenom_2', 'prénom'], 'prénom'],
  ['PRENOM', ['prénom', 'prenom'], 'prenom'],
  ['prénon', ['prenom', 'prénom'], 'prénom'],
  ['pre\u0301non', ['prenom', 'prénom'], 'prénom'],
  ['фамиля', ['имя', 'фамилия'], 'фамилия'],
  ['цена', ['сцена', 'цены'], 'сцена'],
  ['名', ['価格', '名前'], '名前'],
  // Each of these characters is a surrogate pair but counts once: replacing one is one edit, and two edits are too many
  // here.
  ['𠮷野', ['𠮷原'], '𠮷原'],
  ['𠮷', ['𠮟𠮟'], undefined],
  ['totl', ['subtotal', 'total', 'Total'], 'total'],
  ['totl', ['id', 'name'], undefined],
] as const)('%s among %j is %s', (name, candidates, meant) => {
  expect(nearestName(name, candidates)).toBe(meant)
})
