import type { MessageBoxSyncOptions } from 'electron'

/** The reasons for which a page ends: its window closes, another page or the same is loaded, the app ends or starts again, or another profile is opened. */
export type Leaving = 'close' | 'load' | 'quit' | 'restart' | 'switch'

const wordsByLeaving: Readonly<Record<Leaving, { readonly message: string; readonly leave: string }>> = {
  close: { message: 'Close this window?', leave: 'Close' },
  load: { message: 'Leave this page?', leave: 'Leave' },
  quit: { message: 'Quit Tidemark?', leave: 'Quit' },
  restart: { message: 'Restart Tidemark?', leave: 'Restart' },
  switch: { message: 'Leave this profile?', leave: 'Leave' },
}

/** The button that goes on; every other answer stays. */
export const leaveButton = 0

/** Asks whether to go on although pages would lose something. fileCount: of chosen files; 0 when a page only said that it would. */
export function leaveQuestion(leaving: Leaving, fileCount: number): MessageBoxSyncOptions {
  const { message, leave } = wordsByLeaving[leaving]
  return { type: 'warning', message, detail: lossOf(fileCount), buttons: [leave, 'Stay'], defaultId: 1, cancelId: 1 }
}

function lossOf(fileCount: number): string {
  switch (fileCount) {
    case 0:
      return 'Something there is not finished yet.'
    case 1:
      return 'A file is not added yet. You would have to choose it again.'
    default:
      return `${fileCount} files are not added yet. You would have to choose them again.`
  }
}
