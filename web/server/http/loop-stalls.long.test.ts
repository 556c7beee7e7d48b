import { expectNoStalls } from '@testkit/http/expect-no-stalls'
import { test } from 'vitest'

test('no text in any place of any route holds the event loop for 50 ms, with every piece', () => expectNoStalls(28))
