import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'minor' }) => void
let collect: Collect | undefined

/**
 * Collects what became garbage lately, in about a millisecond. V8 does so when objects have filled its nursery; the bytes of buffers lie
 * outside, and tens of megabytes of them would wait for the few objects that come with them.
 */
export function collectYoungGarbage(): void {
  collect ??= exposedCollect()
  collect({ type: 'minor' })
}

function exposedCollect(): Collect {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as Collect // what the flag adds to each context made under it
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
