import type { Upload, UploadState } from './uploads'

/** As the panel lists them: first what waits for a choice, then what goes on by itself, last what was not added. */
export function inPanelOrder<T extends Pick<Upload, 'state'>>(uploads: readonly T[]): readonly T[] {
  return uploads.toSorted((a, b) => rankOf(a.state) - rankOf(b.state))
}

/** Whether a file that this tab alone has would have to be chosen again after leaving it. */
export function isLostByLeaving({ kind }: UploadState): boolean {
  return kind !== 'failed'
}

function rankOf(state: UploadState): number {
  if (state.kind === 'failed') return 2
  return needsChoice(state) ? 0 : 1
}

/** Whether it goes on only with a person's answer. */
export function needsChoice({ kind }: UploadState): boolean {
  return kind === 'asking' || kind === 'differs' || kind === 'bad-rows'
}
