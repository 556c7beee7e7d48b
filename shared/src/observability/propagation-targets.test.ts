import { expect, test } from 'vitest'
import { browserPropagationTargets, nodePropagationTargets } from './propagation-targets'

const chartHost = 'https://charts.example.com'

test.each([
  ['/api/chart/run-query', true],
  ['https://charts.example.com/api/chart/run-query', true],
  ['https://charts.example.com', true],
  ['//evil.example/api', false],
  ['https://charts.example.com.evil.example/api', false],
  ['https://chartsXexample.com/', false],
  ['http://charts.example.com/', false],
  ['https://evil.example/?https://charts.example.com/', false],
  ['api/relative', false],
])('a browser tells %s trace ids: %s', (url, isTold) => {
  expect(browserPropagationTargets(chartHost).some((target) => target.test(url))).toBe(isTold)
})

test('without a chart host Node tells nobody, which is not the same as no list', () => {
  expect(nodePropagationTargets(undefined)).toEqual([])
  expect(nodePropagationTargets(chartHost).map((target) => target.test(`${chartHost}/x`))).toEqual([true])
})
