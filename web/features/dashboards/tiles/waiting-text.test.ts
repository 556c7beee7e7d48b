import { expect, test } from 'vitest'
import { waitingText } from './waiting-text'

test.each([
  [1, 'Waiting, 1st in line'],
  [2, 'Waiting, 2nd in line'],
  [3, 'Waiting, 3rd in line'],
  [11, 'Waiting, 11th in line'],
  [22, 'Waiting, 22nd in line'],
  [113, 'Waiting, 113th in line'],
])('place %d', (place, text) => expect(waitingText(place)).toBe(text))
