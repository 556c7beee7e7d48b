import { expect, test } from 'vitest'
import { zonesFrom } from './time-zones'

test('the chosen zone is offered first and once, also if the runtime does not list it', () => {
  expect(zonesFrom(['Etc/GMT+5'], ['Europe/Berlin'])).toEqual(['Etc/GMT+5', 'UTC', 'Europe/Berlin'])
  expect(zonesFrom(['Europe/Berlin'], ['Asia/Tokyo', 'Europe/Berlin'])).toEqual(['Europe/Berlin', 'UTC', 'Asia/Tokyo'])
})
