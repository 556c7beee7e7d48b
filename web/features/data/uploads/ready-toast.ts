import type { DatasetId } from '@tidemark/shared/datasets/dataset'

/** The id of the toast that a dataset is ready, which offers to ask about it and goes once that was done elsewhere. */
export function readyToastId(id: DatasetId): string {
  return `ready-${id}`
}
