import type { MessageBoxSyncOptions } from 'electron'

/**
 * Why a page ends: its window closes, it navigates or reloads, the app quits or restarts, or another profile is opened.
 */
export type Leaving = 'close' | 'load' | 'quit' | 'restart' | 'switch'

const wordsByLeaving: Readonly<Record<Leaving, { readonly message: string; readonly leave: string }>> = {
  close: { message: 'Close this window?', leave: 'Close' },
  load: { message: 'Leave this page?', leave: 'Leave' },
  quit: { message: 'Quit Tidemark?', leave: 'Quit' },
  restart: { message: 'Restart Tidemark?', leave: 'Restart' },
  switch: { message: 'Leave this profile?', leave: 'Leave' },
}

/** The index of the button that leaves; every other answer stays. */
export const leaveButton = 0

/**
 * Builds the question whether to leave pages that would lose something. fileCount: chosen files that would be lost; 0
 * if a page only said that it would lose something.
 */
export function leaveQuestion(leaving: Leaving, fileCount: number): MessageBoxSyncOptions {
  const { message, leave } = wordsByLeaving[leaving]
  return { type: 'warning', message, detail: lossOf(fileCount), buttons: [leave, 'Stay'], defaultId: 1, cancelId: 1 }
}

function lossOf(fileCount: number): string {
  switch (fileCount) {
    case 0:
      return 'Something in it is not finished yet.'
    case 1:
      return 'A file has not been added yet. You would have to choose it again.'
    default:
      return `${fileCount} files have not been added yet. You would have to choose them again.`
  }
}
