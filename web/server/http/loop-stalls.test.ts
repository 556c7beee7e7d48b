import { expectNoStalls } from '@testkit/http/expect-no-stalls'
import { test } from 'vitest'

test('no text in any place of any route holds the event loop for 50 ms', { timeout: 240_000 }, () => expectNoStalls(1))
