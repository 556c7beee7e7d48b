import { expectUndisturbed } from '@testkit/http/hostile-neighbour'
import { test } from 'vitest'

test(
  '300 hostile requests in one workspace keep nobody in another from asking and changing',
  { timeout: 240_000 },
  () => expectUndisturbed(300),
)
