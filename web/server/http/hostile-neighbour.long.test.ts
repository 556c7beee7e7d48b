import { expectUndisturbed } from '@testkit/http/hostile-neighbour'
import { test } from 'vitest'

test('10,000 hostile requests in one workspace keep nobody in another from asking and changing', () =>
  expectUndisturbed(10_000))
