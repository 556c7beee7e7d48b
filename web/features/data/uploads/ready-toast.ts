import type { DatasetId } from '@tidemark/shared/datasets/dataset'

/** The id of the toast that a dataset is ready, which offers to draft a dashboard of it and goes once something was made of it elsewhere. */
export function readyToastId(id: DatasetId): string {
  return `ready-${id}`
}
