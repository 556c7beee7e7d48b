import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

interface FailureText {
  readonly heading: string
  readonly text: string
}

interface Advice {
  readonly heading?: string
  /** A sentence on what happened, in place of the error's own. */
  readonly what?: string
  readonly toDo: string
}

/** Advice for codes whose errors give none, or only advice for somebody who starts a server by hand. */
const adviceByCode: Readonly<Partial<Record<ErrorCode, Advice>>> = {
  'disk-full': {
    heading: 'The disk is full',
    what: 'There is no room left where Tidemark keeps its data.',
    toDo: 'Free some space, then try again.',
  },
  'store-locked': { toDo: 'Close the other one, then try again.' },
  'store-corrupt': { toDo: 'Keep a copy of the data folder, put a backup in its place, then try again.' },
  'store-failed': { toDo: 'Check that you may write to the data folder, then try again.' },
  'data-folder-unusable': { toDo: 'Check that the folder exists and that you may write to it, then try again.' },
  'keychain-locked': {
    toDo: 'Unlock it, and let Tidemark use it, then try again. Without it, everything but the saved connection passwords is there.',
  },
  'installation-damaged': { toDo: 'Install Tidemark again; your data stays as it is.' },
}

/** Returns the words for a server or profile that did not open. dataFolder: null if unknown. */
export function startFailure({ code, message, detail, hint }: TidemarkError, dataFolder: string | null): FailureText {
  const advice = adviceByCode[code]
  const what = advice?.what ?? detail
  const parts = [what, advice?.toDo ?? hint, 'Nothing you saved was changed.', ...place(what, dataFolder)]
  return { heading: advice?.heading ?? message, text: parts.flatMap(sentence).join(' ') }
}

function place(told: string | undefined, dataFolder: string | null): readonly string[] {
  return dataFolder === null || told?.includes(dataFolder) === true ? [] : [`The data folder is ${dataFolder}`]
}

function sentence(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  return [/[.!?…]$/.test(text) ? text : `${text}.`]
}
