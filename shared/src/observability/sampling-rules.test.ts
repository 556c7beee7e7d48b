import { describe, expect, test } from 'vitest'
import { effectiveSampleRate, headSampleRates, ratedPathOf } from './sampling-rules'

const push = '/api/replicache/push'
const poke = '/api/replicache/poke'
const runQuery = '/api/chart/run-query'

describe('a trace begins with the larger rate of its route', () => {
  test.each([
    ['production', push, undefined, 0.2],
    ['production', poke, undefined, 0.2],
    ['production', runQuery, undefined, 0.25],
    ['production', '/api/health', undefined, 0.05],
    ['production', '/', undefined, 0.05],
    ['production', undefined, undefined, 0.05],
    ['production', '/api/health', true, 1],
    ['production', '/api/ready', false, 0],
    ['production', push, false, 0.2],
    ['production', push, true, 0.2],
    ['production', runQuery, true, 0.25],
    ['production', `${push}?x=/api/chart/run-query`, undefined, 0.2],
    ['production', `https://charts.example.com${runQuery}`, undefined, 0.25],
    ['production', `${push}/`, undefined, 0.05],
    ['production', `/x${push}`, undefined, 0.05],
    ['production', `/?${push}`, undefined, 0.05],
    ['development', push, undefined, 0.1],
    ['development', '/', true, 0.1],
    ['staging', push, true, 0],
    ['Production', push, undefined, 0],
    ['test', undefined, undefined, 0],
  ])('%s %s with parent %s: %f', (environment, target, parentSampled, rate) => {
    expect(headSampleRates({ environment, target, parentSampled }).larger).toBe(rate)
  })
})

describe('its end decides the exact rate', () => {
  test.each([
    [push, 200, 10, 0.02],
    [push, 399, 2000, 0.02],
    [push, 400, 10, 0.2],
    [push, 503, 10, 0.2],
    [push, 200, 2000.5, 0.2],
    [poke, 200, 10, 0.01],
    [poke, 401, 10, 0.2],
    [poke, 200, 2100, 0.2],
    [runQuery, 200, 1900, 0.01],
    [runQuery, 504, 10, 0.25],
    [runQuery, 200, 2001, 0.25],
  ] as const)('%s with status %i after %f ms: %f', (path, status, durationMs, rate) => {
    expect(effectiveSampleRate('production', path, { status, durationMs })).toBe(rate)
    expect(effectiveSampleRate('development', path, { status, durationMs })).toBeUndefined()
  })
})

test('names of objects are no rated paths', () => {
  expect(ratedPathOf('constructor')).toBeUndefined()
  expect(ratedPathOf('/api/replicache/pull')).toBeUndefined()
})
